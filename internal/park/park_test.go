package park_test

import (
	"math"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/takt-go/takt/internal/park"
)

// long is a nap that only a lost wake-up lets run out.
const long = time.Minute

func TestKind(t *testing.T) {
	if park.Kind != "futex" && park.Kind != "channel" {
		t.Fatalf("Kind = %q", park.Kind)
	}
	if runtime.GOOS != "linux" && park.Kind == "futex" {
		t.Fatalf("a futex on %s", runtime.GOOS)
	}
}

func TestTokenBeforeNap(t *testing.T) {
	var p park.Parker
	for _, d := range []time.Duration{-1, 0, 1, long} {
		p.Unpark()
		if !p.Nap(d) {
			t.Errorf("Nap(%v) missed the token", d)
		}
		if p.Nap(0) {
			t.Errorf("Nap(%v) left the token there", d)
		}
	}
}

func TestTokenBeforePark(t *testing.T) {
	var p park.Parker
	p.Unpark()
	p.Park()
	if p.Nap(0) {
		t.Error("Park left the token there")
	}
}

func TestSeveralUnparksCountAsOne(t *testing.T) {
	var p park.Parker
	for range 3 {
		p.Unpark()
	}
	p.Park()
	if !park.Quiet(&p) {
		t.Error("a second token")
	}
}

func TestNapWithoutTokenTimesOut(t *testing.T) {
	var p park.Parker
	for range 5 {
		const d = 2 * time.Millisecond
		start := time.Now()
		if p.Nap(d) {
			t.Fatal("a token from nowhere")
		}
		if got := time.Since(start); got < d {
			t.Fatalf("Nap(%v) ended after %v", d, got)
		}
		if !park.Quiet(&p) {
			t.Fatal("the nap left something behind")
		}
	}
}

func TestNapOfNoLengthDoesNotWait(t *testing.T) {
	var p park.Parker
	park.SetHook(t, func(park.Step, *park.Parker) { t.Error("it went on to wait") })
	for _, d := range []time.Duration{0, -1, math.MinInt64} {
		if p.Nap(d) {
			t.Errorf("Nap(%v): a token from nowhere", d)
		}
	}
}

// The second length has more seconds than fit into 32 bits with a sign.
func TestUnparkEndsNap(t *testing.T) {
	for _, d := range []time.Duration{long, 3_000_000_000 * time.Second, math.MaxInt64} {
		var p park.Parker
		got := make(chan bool)
		go func() { got <- p.Nap(d) }()
		untilAsleep(&p)
		p.Unpark()
		if !within(t, got) {
			t.Errorf("Nap(%v) took no token", d)
		}
	}
}

func TestUnparkEndsPark(t *testing.T) {
	var p park.Parker
	done := make(chan bool)
	go func() { p.Park(); done <- true }()
	untilAsleep(&p)
	p.Unpark()
	within(t, done)
	if !park.Quiet(&p) {
		t.Error("the park left something behind")
	}
}

func TestSecondWaiterPanics(t *testing.T) {
	for name, wait := range map[string]func(*park.Parker){
		"nap":  func(p *park.Parker) { p.Nap(long) },
		"park": (*park.Parker).Park,
	} {
		var p park.Parker
		done := make(chan bool)
		go func() { wait(&p); done <- true }()
		untilAsleep(&p)
		for _, second := range []func(){func() { p.Nap(1) }, p.Park} {
			if panicOf(second) == nil {
				t.Errorf("%s: a second waiter went unnoticed", name)
			}
		}
		p.Unpark()
		within(t, done)
	}
}

func TestNothingAllocatesInSteadyState(t *testing.T) {
	var p, q park.Parker
	var stop atomic.Bool
	done := make(chan bool)
	go func() { // echoes, so that naps are also cut short
		for !stop.Load() {
			p.Nap(long)
			q.Unpark()
		}
		done <- true
	}()
	for name, f := range map[string]func(){
		"token":    func() { q.Unpark(); q.Nap(long) },
		"time-out": func() { q.Nap(10 * time.Microsecond) },
		"wake":     func() { p.Unpark(); q.Nap(long) },
		"park":     func() { p.Unpark(); q.Park() },
	} {
		f()
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
	stop.Store(true)
	p.Unpark()
	within(t, done)
}

// untilAsleep returns when the owner has announced itself and has had time to fall asleep.
func untilAsleep(p *park.Parker) {
	for !park.Announced(p) {
		runtime.Gosched()
	}
	time.Sleep(2 * time.Millisecond)
}

// within returns what comes from c, and fails the test if nothing comes.
func within(t *testing.T, c <-chan bool) bool {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(long / 2):
		t.Fatal("still waiting: a wake-up was lost")
		return false
	}
}

func panicOf(f func()) (v any) {
	defer func() { v = recover() }()
	f()
	return nil
}
