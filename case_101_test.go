package takt_test

import (
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/takt-go/takt"
)

// A long left half keeps the right half to itself unless it polls. With Poll
// the right half begins soon after somebody is idle; Do needs no poll at all.
func TestCase101LongBodySharesWhereItPolls(t *testing.T) {
	long, soon := 60*time.Millisecond, 15*time.Millisecond
	if inFull() {
		long = time.Second
	}
	if runtime.GOMAXPROCS(0) == 1 {
		soon *= 2 // each goroutine keeps the processor for 10 ms
	}
	p := open(t, 2)
	var began atomic.Int64
	start := time.Now()
	right := func(takt.Task, int) int { began.Store(int64(time.Since(start))); return 0 }
	delay := func(run func(takt.Task)) time.Duration {
		return quickest(10, soon, func() time.Duration {
			start = time.Now()
			run(outside(p))
			return time.Duration(began.Load())
		})
	}
	forked := func(body func(takt.Task)) func(takt.Task) {
		return func(t takt.Task) {
			takt.Call(t, func(t takt.Task, _ int) int {
				f := takt.Fork(t, right, 0)
				body(f.Task())
				return f.Join(t)
			}, 0)
		}
	}
	quick := map[string]func(takt.Task){
		"Fork and Poll": forked(func(t takt.Task) { spend(t, long) }),
		"Poll now and then": forked(func(t takt.Task) {
			for end := time.Now().Add(long); time.Now().Before(end); t.Poll() {
				busy(200 * time.Microsecond)
			}
		}),
		"Do": func(t takt.Task) {
			takt.Do(t, func(takt.Task) { busy(long) }, func(t takt.Task) { right(t, 0) })
		},
	}
	for name, run := range quick {
		if d := delay(run); d > soon {
			t.Errorf("%s: the right half began after %v of %v at best, want %v", name, d, long, soon)
		}
	}
	if d := delay(forked(func(takt.Task) { busy(long) })); d < long {
		t.Errorf("without a poll the right half began after %v of %v: who shared it?", d, long)
	}
}
