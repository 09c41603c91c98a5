package takt_test

import (
	"errors"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/takt-go/takt"
)

func TestGroupGivesTheErrorThatWasAddedFirst(t *testing.T) {
	p := open(t, 4)
	first, second := errors.New("first"), errors.New("second")
	within(t, func() {
		for range 100 {
			g := takt.NewGroup(outside(p))
			g.Go(func(takt.Task) error { return nil })
			g.Go(func(takt.Task) error { time.Sleep(100 * time.Microsecond); return first })
			g.Go(func(takt.Task) error { return second })
			if err := g.Wait(); err != first {
				t.Fatalf("error %v, want %v", err, first)
			}
		}
	})
}

func TestGroupRefusesFunctionsAfterWait(t *testing.T) {
	p := open(t, 3)
	inside := func(t takt.Task, _ int) *takt.Group {
		g := takt.NewGroup(t)
		g.Go(func(takt.Task) error { return nil })
		g.Wait()
		return g
	}
	g := takt.NewGroup(outside(p))
	g.Wait()
	for name, g := range map[string]*takt.Group{"outside": g, "inside": takt.Call(outside(p), inside, 0)} {
		v := recovered(func() { g.Go(func(takt.Task) error { t.Error(name, "ran"); return nil }) })
		if err, ok := v.(error); !ok || !strings.Contains(err.Error(), "after Wait") {
			t.Errorf("%s: %v, want a message that says what is wrong", name, v)
		}
		if err := g.Wait(); err != nil {
			t.Error(name, err)
		}
	}
}

// An exit in a function that Wait itself runs must not pass Wait while others run.
func TestExitWaitsForAGroupMadeInside(t *testing.T) {
	p := open(t, 2)
	for range 30 {
		var running, early atomic.Int32
		done := make(chan struct{})
		go func() {
			defer close(done)
			takt.Call(outside(p), func(t takt.Task, _ int) int {
				began := make(chan struct{})
				g := takt.NewGroup(t)
				g.Go(func(takt.Task) error {
					running.Add(1)
					close(began)
					time.Sleep(time.Millisecond)
					running.Add(-1)
					return nil
				})
				<-began
				g.Go(func(takt.Task) error { runtime.Goexit(); return nil })
				defer func() { early.Add(running.Load()) }()
				g.Wait()
				return 0
			}, 0)
		}()
		<-done
		if early.Load() != 0 {
			t.Fatal("a function ran on after Wait was left")
		}
	}
}

// A waiter helps with groups that were made by what it waits for.
func TestWaitHelpsWithInnerGroups(t *testing.T) {
	p := open(t, 2)
	within(t, func() {
		for tries := 0; ; tries++ {
			var now, most atomic.Int32
			g := takt.NewGroup(outside(p))
			g.Go(func(t takt.Task) error {
				inner := takt.NewGroup(t)
				for range 40 {
					inner.Go(func(takt.Task) error {
						most.Store(max(most.Load(), now.Add(1)))
						time.Sleep(200 * time.Microsecond)
						now.Add(-1)
						return nil
					})
				}
				return inner.Wait()
			})
			g.Wait()
			if most.Load() == 2 {
				return
			}
			if tries == 20 {
				t.Fatal("never two functions of the inner group at once")
			}
		}
	})
}

func TestGroupWithoutFunctions(t *testing.T) {
	if err := takt.NewGroup(outside(open(t, 2))).Wait(); err != nil {
		t.Error(err)
	}
}

// Each function of an outer group waits for a group of its own, three levels
// deep, with fewer workers than groups.
func TestGroupsInGroups(t *testing.T) {
	for _, workers := range []int{1, 2, 8} {
		p := open(t, workers)
		var n atomic.Int64
		var level func(t takt.Task, depth int) error
		level = func(t takt.Task, depth int) error {
			if depth == 0 {
				n.Add(1)
				return nil
			}
			g := takt.NewGroup(t)
			for range 10 {
				g.Go(func(t takt.Task) error { return level(t, depth-1) })
			}
			return g.Wait()
		}
		within(t, func() {
			for range scaled(5, 100) {
				n.Store(0)
				if err := takt.Run(outside(p), func(t takt.Task) error { return level(t, 3) }); err != nil || n.Load() != 1000 {
					t.Errorf("%d workers: %d of 1000 functions ran, error %v", workers, n.Load(), err)
				}
			}
		})
	}
}

func TestPanicInAGroup(t *testing.T) {
	p := open(t, 4)
	within(t, func() {
		for range scaled(200, 5000) {
			var running atomic.Int32
			g := takt.NewGroup(outside(p))
			for i := range 20 {
				g.Go(func(takt.Task) error {
					running.Add(1)
					defer running.Add(-1)
					if i == 7 {
						panic(i)
					}
					return nil
				})
			}
			e, ok := recovered(func() { g.Wait() }).(*takt.PanicError)
			if !ok || e.Value != 7 || running.Load() != 0 {
				t.Fatalf("panic value %v with %d functions running", e, running.Load())
			}
		}
	})
}

// What has not begun when a function panics is cancelled, by whoever meets it.
func TestPanicInAGroupCancelsWhatHasNotBegun(t *testing.T) {
	p := open(t, 4)
	within(t, func() {
		for range 30 {
			var late atomic.Int32
			var failed atomic.Bool
			g := takt.NewGroup(outside(p))
			for i := range 4 { // so that the one that waits has something to do, too
				g.Go(func(takt.Task) error { time.Sleep(time.Duration(2+i) * time.Millisecond); return nil })
			}
			g.Go(func(takt.Task) error { failed.Store(true); panic(1) })
			for range 1000 {
				g.Go(func(takt.Task) error {
					if failed.Load() {
						late.Add(1)
					}
					time.Sleep(50 * time.Microsecond)
					return nil
				})
			}
			if recovered(func() { g.Wait() }) == nil {
				t.Error("no panic")
			}
			if n := late.Load(); n > 8 {
				t.Fatalf("%d functions began after the panic", n)
			}
		}
	})
}

// An exit in a function that the waiting goroutine runs itself must not leave
// the others behind.
func TestExitInAGroupWaitsForTheOthers(t *testing.T) {
	p := open(t, 2)
	within(t, func() {
		for range scaled(10, 200) {
			var running atomic.Int32
			left := exits(func() {
				g := takt.NewGroup(outside(p))
				began := make(chan bool)
				g.Go(func(takt.Task) error {
					running.Add(1)
					began <- true
					time.Sleep(time.Millisecond)
					running.Add(-1)
					return nil
				})
				<-began
				defer func() {
					if n := running.Load(); n != 0 {
						t.Errorf("%d functions still run", n)
					}
				}()
				g.Go(func(takt.Task) error { runtime.Goexit(); return nil })
				g.Wait()
			})
			if !left {
				t.Error("Wait returned although a function exited")
			}
		}
	})
}

// A group that its maker forgets, or that a panic passes, ends with its scope.
func TestForgottenGroupEndsWithItsComputation(t *testing.T) {
	p := open(t, 4)
	within(t, func() {
		for i := range scaled(200, 5000) {
			var running, began atomic.Int32
			recovered(func() {
				takt.Do(outside(p), func(t takt.Task) {
					g := takt.NewGroup(t)
					for range 10 {
						g.Go(func(takt.Task) error {
							began.Add(1)
							running.Add(1)
							time.Sleep(10 * time.Microsecond)
							running.Add(-1)
							return nil
						})
					}
					if i%2 == 0 {
						panic(1)
					}
				})
			})
			n := began.Load()
			if running.Load() != 0 {
				t.Fatal("a function of the group still runs")
			}
			if time.Sleep(20 * time.Microsecond); began.Load() != n {
				t.Fatal("a function of the group began after the computation")
			}
		}
	})
}
