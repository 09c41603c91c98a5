package takt_test

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/takt-go/takt"
)

// oneProcessor are the worlds with fewer processors than anybody counts on.
var oneProcessor = []struct{ procs, workers int }{{1, 1}, {1, 4}, {2, 64}}

func inOneProcessor(t *testing.T, fn func(t *testing.T, p *takt.Pool)) {
	for _, w := range oneProcessor {
		t.Run(fmt.Sprintf("workers=%d,procs=%d", w.workers, w.procs), func(t *testing.T) {
			before := runtime.GOMAXPROCS(w.procs)
			t.Cleanup(func() { runtime.GOMAXPROCS(before) })
			fn(t, open(t, w.workers))
		})
	}
}

func busy(d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end); {
	}
}

// While one body keeps its processor for 300 ms, everybody else waits for it,
// and nobody in a way that makes it slower.
func TestCase020JoinsWithABusySibling(t *testing.T) {
	const work, limit = 300 * time.Millisecond, 350 * time.Millisecond
	ways := map[string]func(takt.Task){
		"Do": func(t takt.Task) {
			takt.Do(t, func(takt.Task) { time.Sleep(time.Millisecond) }, func(takt.Task) { busy(work) }, func(takt.Task) {})
		},
		"Group": func(t takt.Task) {
			g := takt.NewGroup(t)
			g.Go(func(takt.Task) error { busy(work); return nil })
			for range 5 {
				g.Go(func(takt.Task) error { return nil })
			}
			g.Wait()
		},
		"Both": func(t takt.Task) {
			takt.Both(t, callFor, time.Millisecond, callFor, work)
		},
	}
	inOneProcessor(t, func(t *testing.T, p *takt.Pool) {
		for way, run := range ways {
			took := quickest(5, limit, func() time.Duration {
				start := time.Now()
				run(outside(p))
				return time.Since(start)
			})
			if took > limit {
				t.Errorf("%s: %v at best, want %v at most", way, took, limit)
			}
		}
	})
}

func callFor(_ takt.Task, d time.Duration) int { busy(d); return 0 }

func TestCase020EverythingEndsWithOneProcessor(t *testing.T) {
	tree := build(2000)
	want := sum(tree)
	inOneProcessor(t, func(t *testing.T, p *takt.Pool) {
		hammer(t)
		within(t, func() {
			for range scaled(40, 400) {
				for i, fn := range []func(takt.Task, *node) int64{taktSum, bothSum, joinSum} {
					if got := takt.Call(outside(p), fn, tree); got != want {
						t.Fatalf("form %d: %d, want %d", i, got, want)
					}
				}
			}
		})
		everyJoined(t, p)
	})
}
