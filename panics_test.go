package takt_test

import (
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/takt-go/takt"
)

func spill(t takt.Task, v any) int {
	spend(t, 20*time.Microsecond)
	panic(v)
}

// whileShared runs fn inside until its fork was stolen at least once and joined
// in place at least once.
func whileShared(t *testing.T, fn func(takt.Task)) {
	t.Helper()
	p := open(t, 3)
	hammer(t)
	within(t, func() {
		stolen, inline := 0, 0
		for start := time.Now(); inline == 0 || stolen == 0 && runtime.GOMAXPROCS(0) > 1; {
			before := p.Stats()
			takt.Call(outside(p), func(t takt.Task, _ int) int { fn(t); return 0 }, 0)
			if p.Stats().Stolen+p.Stats().Helped > before.Stolen+before.Helped {
				stolen++
			} else {
				inline++
			}
			if time.Since(start) > 2*caseLimit {
				t.Fatalf("stolen %d times and run in place %d times", stolen, inline)
			}
		}
	})
}

// Whether somebody took the fork or not, recover at the join sees the value.
func TestJoinRaisesTheOriginalValue(t *testing.T) {
	n := 0
	whileShared(t, func(t2 takt.Task) {
		n++
		f := takt.Fork(t2, spill, any("spilled"))
		if n%2 == 0 {
			spend(f.Task(), 200*time.Microsecond)
		}
		if v := recovered(func() { f.Join(t2) }); v != "spilled" {
			t.Errorf("the join raised %v", v)
		}
	})
}

func TestPanicLeavesACallAsPanicError(t *testing.T) {
	p := open(t, 2)
	hammer(t)
	within(t, func() {
		for range 200 {
			e, ok := recovered(func() {
				takt.Call(outside(p), func(t takt.Task, _ int) int {
					f := takt.Fork(t, spill, any(fs.ErrNotExist))
					spend(f.Task(), 10*time.Microsecond)
					return f.Join(t)
				}, 0)
			}).(*takt.PanicError)
			if !ok || e.Value != fs.ErrNotExist || !errors.Is(e, fs.ErrNotExist) {
				t.Fatalf("panic value %v", e)
			}
			if stack := string(e.Stack); !strings.Contains(stack, "takt_test.spill") {
				t.Fatalf("the stack does not say where it was raised:\n%s", stack)
			}
			if text := fmt.Sprint(e); strings.Count(text, "takt_test.spill") == 0 || !strings.Contains(text, fs.ErrNotExist.Error()) {
				t.Fatalf("printed as %q", text)
			}
		}
	})
}

// A panic that passes two computations is wrapped once.
func TestPanicThroughACallWithinACall(t *testing.T) {
	p := open(t, 2)
	e, ok := recovered(func() {
		takt.Do(outside(p), func(takt.Task) {
			takt.Do(outside(p), func(t takt.Task) { spill(t, "spilled") })
		})
	}).(*takt.PanicError)
	if !ok || e.Value != "spilled" || !strings.Contains(string(e.Stack), "takt_test.spill") {
		t.Errorf("panic value %v", e)
	}
}

func TestExitAtTheJoinEndsTheCaller(t *testing.T) {
	p := open(t, 3)
	hammer(t)
	exit := func(t takt.Task, _ int) int { spend(t, 20*time.Microsecond); runtime.Goexit(); return 0 }
	within(t, func() {
		for i := range scaled(200, 5000) {
			left := exits(func() {
				takt.Call(outside(p), func(t takt.Task, _ int) int {
					f := takt.Fork(t, exit, 0)
					spend(f.Task(), time.Duration(i%40)*time.Microsecond)
					return f.Join(t)
				}, 0)
			})
			if !left {
				t.Fatal("Call returned although its fork exited")
			}
		}
	})
	tree := build(5000)
	if got := takt.Call(outside(p), joinSum, tree); got != sum(tree) {
		t.Error("the pool does not work any more")
	}
}

// A recovered panic leaves a computation that goes on as if nothing had been.
func TestComputationGoesOnAfterARecoveredPanic(t *testing.T) {
	p := open(t, 3)
	hammer(t)
	var bad func(t takt.Task, depth int) int
	bad = func(t takt.Task, depth int) int {
		t.Poll()
		if depth == 0 {
			panic("bottom")
		}
		f := takt.Fork(t, forkFib, 8)
		n := bad(f.Task(), depth-1)
		return n + f.Join(t)
	}
	within(t, func() {
		untilContested(t, p, scaled(200, 5000), func() {
			got := takt.Call(outside(p), func(t takt.Task, _ int) int {
				f := takt.Fork(t, forkFib, 10)
				recovered(func() { bad(f.Task(), 30) })
				n := forkFib(f.Task(), 10)
				return n + f.Join(t)
			}, 0)
			if got != 2*fib(10) {
				t.Fatalf("got %d, want %d", got, 2*fib(10))
			}
		})
	})
}

// The value of a recovered panic must not come back with the next one, not even
// if values cannot be compared.
func TestRecoveredPanicDoesNotReplaceTheNext(t *testing.T) {
	p := open(t, 3)
	hammer(t)
	within(t, func() {
		for range 50 {
			e := recovered(func() {
				takt.Call(outside(p), func(t takt.Task, _ int) int {
					f := takt.Fork(t, func(takt.Task, int) int { panic([]int{1}) }, 0)
					spend(f.Task(), 20*time.Microsecond)
					recovered(func() { f.Join(t) })
					panic([]int{2})
				}, 0)
			}).(*takt.PanicError)
			if v := e.Value.([]int); v[0] != 2 {
				t.Fatal("the panic that was recovered came back")
			}
		}
	})
}

// What a function leaves behind without joining has ended when an inner Call
// returns, too.
func TestInnerCallSettlesWhatItsFunctionLeft(t *testing.T) {
	p := open(t, 3)
	hammer(t)
	within(t, func() {
		var running, early atomic.Int32
		slow := func(takt.Task, int) int {
			running.Add(1)
			time.Sleep(200 * time.Microsecond)
			return int(running.Add(-1))
		}
		for range 100 {
			takt.Call(outside(p), func(t takt.Task, _ int) int {
				takt.Call(t, func(t takt.Task, _ int) int {
					f := takt.Fork(t, slow, 0)
					spend(f.Task(), 20*time.Microsecond)
					return 0
				}, 0)
				early.Add(running.Load())
				return 0
			}, 0)
		}
		if early.Load() != 0 {
			t.Error("a fork ran on after the Call that it was made in")
		}
	})
}

// The same for a fork that a job promoted which ran in between, while its
// goroutine waited for a group.
func TestInnerCallSettlesWhatWasOfferedWhileItWaited(t *testing.T) {
	p := open(t, 2)
	hammer(t)
	within(t, func() {
		var running, early, ran atomic.Int32
		slow := func(takt.Task, int) int {
			ran.Add(1)
			running.Add(1)
			time.Sleep(300 * time.Microsecond)
			return int(running.Add(-1))
		}
		waits := func(t takt.Task, _ int) int {
			g := takt.NewGroup(t)
			for range 4 {
				g.Go(func(t takt.Task) error { spend(t, 30*time.Microsecond); return nil })
			}
			g.Wait()
			return 0
		}
		for tries := 0; ran.Load() < 50 && tries < 5000; tries++ {
			takt.Call(outside(p), func(t takt.Task, _ int) int {
				takt.Call(t, func(t takt.Task, _ int) int {
					f := takt.Fork(t, slow, 0)
					takt.Call(f.Task(), waits, 0)
					return 0
				}, 0)
				early.Add(running.Load())
				return 0
			}, 0)
		}
		if early.Load() != 0 {
			t.Error("a fork ran on after the Call that it was made in")
		}
		if ran.Load() == 0 && runtime.GOMAXPROCS(0) > 1 {
			t.Error("no fork was ever taken")
		}
	})
}
