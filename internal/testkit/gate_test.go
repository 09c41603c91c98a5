package testkit

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestGateHoldsUntilOpened(t *testing.T) {
	gate := NewGate()
	passed := make(chan struct{})
	go func() {
		gate.Wait()
		close(passed)
	}()
	select {
	case <-passed:
		t.Error("passed a closed gate")
	case <-time.After(20 * time.Millisecond):
	}
	gate.Open()
	gate.Open()
	Within(t, ample, func() { <-passed; gate.Wait() })
}

func TestBarrierKeepsRoundsApart(t *testing.T) {
	const parties, rounds = 4, 200
	b := NewBarrier(parties)
	var arrived atomic.Int64
	var wg sync.WaitGroup
	Within(t, ample, func() {
		for range parties {
			wg.Go(func() {
				for round := int64(1); round <= rounds; round++ {
					arrived.Add(1)
					b.Wait()
					if got := arrived.Load(); got < round*parties {
						t.Errorf("round %d: passed after %d arrivals, want %d", round, got, round*parties)
					}
				}
			})
		}
		wg.Wait()
	})
}
