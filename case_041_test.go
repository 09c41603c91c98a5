package takt_test

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/takt-go/takt"
)

var groupPlaces = map[string]func(p *takt.Pool, fn func(takt.Task)){
	"outside": func(p *takt.Pool, fn func(takt.Task)) { fn(outside(p)) },
	"inside":  func(p *takt.Pool, fn func(takt.Task)) { takt.Do(outside(p), fn) },
}

func inGroupPlaces(t *testing.T, fn func(t *testing.T, p *takt.Pool, enter func(func(takt.Task)))) {
	for _, workers := range []int{1, 4} {
		for place, enter := range groupPlaces {
			t.Run(fmt.Sprintf("%s,workers=%d", place, workers), func(t *testing.T) {
				p := open(t, workers)
				start := time.Now()
				within(t, func() {
					for {
						fn(t, p, func(fn func(takt.Task)) { enter(p, fn) })
						if workers == 1 || runtime.GOMAXPROCS(0) == 1 || p.Stats().Stolen > 0 {
							return
						}
						if time.Since(start) > 2*caseLimit {
							t.Fatal("nothing was stolen")
						}
					}
				})
			})
		}
	}
}

// A function of the group adds two more, to depth 10, while Wait waits.
func TestCase041GroupGrowsWhileWaitedFor(t *testing.T) {
	const depth, all = 10, 2047
	inGroupPlaces(t, func(t *testing.T, p *takt.Pool, enter func(func(takt.Task))) {
		for range scaled(20, 200) {
			var ran atomic.Int64
			enter(func(t2 takt.Task) {
				g := takt.NewGroup(t2)
				var add func(depth int)
				add = func(depth int) {
					g.Go(func(takt.Task) error {
						ran.Add(1)
						if depth > 0 {
							add(depth - 1)
							add(depth - 1)
						}
						return nil
					})
				}
				add(depth)
				if err := g.Wait(); err != nil || ran.Load() != all {
					t.Errorf("after Wait: %d functions ran, want %d; error %v", ran.Load(), all, err)
				}
			})
		}
	})
}

// Two functions that are the last of the group each add one at their very end.
func TestCase041GroupGrowsWhereItWouldEnd(t *testing.T) {
	const rounds = 20
	inGroupPlaces(t, func(t *testing.T, p *takt.Pool, enter func(func(takt.Task))) {
		for range scaled(200, 5000) {
			var ran atomic.Int64
			enter(func(t2 takt.Task) {
				g := takt.NewGroup(t2)
				var again func(left int) func(takt.Task) error
				again = func(left int) func(takt.Task) error {
					return func(takt.Task) error {
						ran.Add(1)
						if left > 0 {
							g.Go(again(left - 1))
						}
						return nil
					}
				}
				g.Go(again(rounds - 1))
				g.Go(again(rounds - 1))
				if g.Wait(); ran.Load() != 2*rounds {
					t.Errorf("after Wait: %d functions ran, want %d", ran.Load(), 2*rounds)
				}
			})
		}
	})
}

// Goroutines that know nothing of takt add to a group that is waited for.
func TestCase041StrangersAddWhileSomebodyWaits(t *testing.T) {
	const strangers, each = 4, 200
	p := open(t, 4)
	within(t, func() {
		for range scaled(20, 500) {
			g := takt.NewGroup(outside(p))
			var ran atomic.Int64
			var adding sync.WaitGroup
			for range strangers {
				adding.Go(func() {
					for range each {
						g.Go(func(takt.Task) error { ran.Add(1); return nil })
					}
				})
			}
			// It keeps the group from being empty before the last was added.
			g.Go(func(takt.Task) error { adding.Wait(); return nil })
			if g.Wait(); ran.Load() != strangers*each {
				t.Fatalf("after Wait: %d functions ran, want %d", ran.Load(), strangers*each)
			}
		}
	})
}
