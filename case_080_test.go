package takt_test

import (
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/takt-go/takt"
)

// No timer drives the heartbeat, so none can be too coarse: the result is right
// whether nobody ever asks, somebody asks all the time, or all processors are
// busy with something else.
func TestCase080ResultDoesNotDependOnThePace(t *testing.T) {
	tree := build(scaled(1<<18, 1<<21))
	want := sum(tree)
	rounds := scaled(8, 40)
	run := func(t *testing.T, p *takt.Pool) {
		within(t, func() {
			for range rounds {
				if got := takt.Call(outside(p), taktSum, tree); got != want {
					t.Fatalf("%d, want %d", got, want)
				}
			}
		})
		everyJoined(t, p)
	}
	t.Run("nobody asks", func(t *testing.T) {
		p := open(t, 1)
		run(t, p)
		if s := p.Stats(); s.Promoted != 0 {
			t.Errorf("%d forks shared with nobody", s.Promoted)
		}
	})
	t.Run("workers ask", func(t *testing.T) { run(t, open(t, 4)) })
	t.Run("asked all the time", func(t *testing.T) {
		hammer(t)
		p := open(t, 4)
		within(t, func() { untilContested(t, p, 0, func() { run(t, p) }) })
	})
	t.Run("strangers keep the processors busy", func(t *testing.T) {
		var stop atomic.Bool
		t.Cleanup(func() { stop.Store(true) })
		for range 4 * 4 {
			go func() {
				for !stop.Load() {
					runtime.Gosched()
				}
			}()
		}
		run(t, open(t, 4))
	})
}

// A second of even work on two processors. It needs both for itself.
func TestCase080SpeedUpOnTwoProcessors(t *testing.T) {
	if !inFull() || raceEnabled || runtime.NumCPU() < 2 {
		t.Skip("TAKT_FULL=1 runs it, on a quiet machine with two processors")
	}
	tree := build(1 << 20)
	turns := 0
	start := time.Now()
	for ; time.Since(start) < time.Second; turns++ {
		sum(tree)
	}
	sequential := time.Since(start)
	p := open(t, 2)
	best := quickest(10, sequential*10/17, func() time.Duration {
		start := time.Now()
		for range turns {
			takt.Call(outside(p), taktSum, tree)
		}
		return time.Since(start)
	})
	t.Logf("sequential %v, two workers %v: %.2f times as fast", sequential, best, float64(sequential)/float64(best))
	if float64(sequential) < 1.7*float64(best) {
		t.Error("want 1.7 times as fast at least")
	}
}
