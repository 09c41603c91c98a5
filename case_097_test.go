package takt_test

import (
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/takt-go/takt"
)

func TestCase097NumbersOfWorkers(t *testing.T) {
	if _, err := takt.New(takt.Config{Workers: -1}); err == nil || !strings.Contains(err.Error(), "-1") {
		t.Errorf("-1 workers: error %v, want one that names the number", err)
	}
	tree := build(1 << 14)
	want := sum(tree)
	for _, workers := range []int{0, 1, 1_000_000} {
		p := open(t, workers)
		within(t, func() {
			most := crowd(func() {
				for range 20 {
					takt.Do(outside(p), func(t takt.Task) { time.Sleep(time.Millisecond) }, func(takt.Task) {}, func(takt.Task) {})
					if got := takt.Call(outside(p), taktSum, tree); got != want {
						t.Errorf("%d workers: sum %d, want %d", workers, got, want)
					}
				}
			})
			if most > 50 {
				t.Errorf("%d workers: %d goroutines for three functions", workers, most)
			}
		})
	}
}

// together counts how many functions run at once.
type together struct{ now, most atomic.Int64 }

func (c *together) enter() {
	n := c.now.Add(1)
	for m := c.most.Load(); n > m && !c.most.CompareAndSwap(m, n); m = c.most.Load() {
	}
}

func (c *together) leave() { c.now.Add(-1) }

func TestCase097LimitOfAGroup(t *testing.T) {
	wantPanic(t, func() { takt.NewGroup(takt.Task{}).SetLimit(0) }, "SetLimit(0)")
	p := open(t, 8)
	for _, limit := range []int{1, 2, 3} {
		var c together
		within(t, func() {
			g := takt.NewGroup(outside(p))
			g.SetLimit(limit)
			for range 40 {
				g.Go(func(takt.Task) error {
					c.enter()
					time.Sleep(100 * time.Microsecond)
					c.leave()
					return nil
				})
			}
			g.Wait()
		})
		if n := c.most.Load(); n > int64(limit) {
			t.Errorf("limit %d: %d at once", limit, n)
		} else if limit > 1 && n < 2 {
			t.Errorf("limit %d: never two at once", limit)
		}
	}
}

func TestCase097LimitOfAGroupChangesWhileItRuns(t *testing.T) {
	p := open(t, 8)
	var ran atomic.Int64
	functions := scaled(2000, 50_000)
	within(t, func() {
		g := takt.NewGroup(outside(p))
		for i := range functions {
			g.Go(func(takt.Task) error {
				g.SetLimit([]int{8, 1, -1, 2}[i%4])
				ran.Add(1)
				return nil
			})
		}
		g.Wait()
	})
	if ran.Load() != int64(functions) {
		t.Errorf("%d of %d functions ran", ran.Load(), functions)
	}
}

// A pool that follows GOMAXPROCS loses nothing when that changes under load, and
// settles at the last number.
func TestCase097PoolFollowsGOMAXPROCS(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(before)
	p := open(t, 0)
	changes := scaled(40, 1000)
	var c together
	within(t, func() {
		for i := range changes {
			runtime.GOMAXPROCS([]int{8, 1, 4, 2}[i%4])
			var ran atomic.Int64
			fns := make([]func(takt.Task), 30)
			for k := range fns {
				fns[k] = func(takt.Task) { ran.Add(1); time.Sleep(20 * time.Microsecond) }
			}
			if takt.Do(outside(p), fns...); ran.Load() != 30 {
				t.Fatalf("%d of 30 functions ran", ran.Load())
			}
		}
		runtime.GOMAXPROCS(4)
		allAtOnce(t, p, 4, &c)
	})
	if n := c.most.Load(); n > 4 {
		t.Errorf("%d functions at once, want 4 at most", n)
	}
}

// allAtOnce waits until n functions run at once on p.
func allAtOnce(t *testing.T, p *takt.Pool, n int64, c *together) {
	t.Helper()
	fns := make([]func(takt.Task), 4*n)
	for i := range fns {
		fns[i] = func(takt.Task) {
			c.enter()
			time.Sleep(time.Millisecond)
			c.leave()
		}
	}
	for range 500 {
		if takt.Do(outside(p), fns...); c.most.Load() >= n {
			return
		}
	}
	t.Errorf("never more than %d functions at once, want %d", c.most.Load(), n)
}
