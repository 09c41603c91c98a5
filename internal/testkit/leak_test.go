package testkit

import (
	"testing"
	"time"
)

// leave starts a goroutine that stays until the gate opens, and returns when
// a stack dump shows it inside of waitForever.
func leave(gate *Gate) {
	started := NewGate()
	go waitForever(started, gate)
	started.Wait()
}

func waitForever(started, gate *Gate) {
	started.Open()
	gate.Wait()
}

func TestLeakIsReportedWithItsStack(t *testing.T) {
	gate := NewGate()
	defer gate.Open()
	r := record(t, func(t testing.TB) {
		noLeaks(t, time.Millisecond, nil)
		leave(gate)
	})
	r.wantFailure(t, "1 goroutines leaked", "testkit.waitForever")
}

func TestLeakIsSeenAlthoughAnOlderGoroutineLeft(t *testing.T) {
	older, newer := NewGate(), NewGate()
	defer newer.Open()
	leave(older)
	r := record(t, func(t testing.TB) {
		noLeaks(t, 300*time.Millisecond, nil)
		older.Open()
		leave(newer)
	})
	r.wantFailure(t, "1 goroutines leaked")
}

func TestIgnoredGoroutineMayStay(t *testing.T) {
	gate := NewGate()
	defer gate.Open()
	r := record(t, func(t testing.TB) {
		noLeaks(t, time.Millisecond, []string{"testkit.waitForever"})
		leave(gate)
	})
	if r.failed {
		t.Error(r.log.String())
	}
}

func TestGoroutineOnItsWayOutIsNoLeak(t *testing.T) {
	r := record(t, func(t testing.TB) {
		NoLeaks(t)
		go time.Sleep(20 * time.Millisecond)
	})
	if r.failed {
		t.Error(r.log.String())
	}
}
