package takt_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/takt-go/takt"
)

func TestForkWithTheZeroTaskPanicsAndSaysWhatToDo(t *testing.T) {
	wantPanic(t, func() { takt.Fork(takt.Task{}, length, "") }, "zero Task", "takt.Call")
}

func TestNilContextIsRefused(t *testing.T) {
	var none context.Context
	wantPanic(t, func() { open(t, 1).With(none) }, "context.Background()")
	wantPanic(t, func() { takt.With(none) }, "context.Background()")
}

func TestNilFunctionPanicsWhereItIsCalled(t *testing.T) {
	p := open(t, 2)
	wantPanic(t, func() { takt.Do(outside(p), nil, nil) }, "nil pointer")
	wantPanic(t, func() { takt.Call[int, int](outside(p), nil, 0) }, "nil pointer")
	wantPanic(t, func() {
		takt.Call(outside(p), func(t takt.Task, _ int) int {
			f := takt.Fork[int, int](t, nil, 0)
			return f.Join(t)
		}, 0)
	}, "nil pointer")
}

// A fork that is never joined may run or not, but not after its call.
func TestForkThatIsNeverJoinedEndsWithItsCall(t *testing.T) {
	p := open(t, 3)
	hammer(t)
	within(t, func() {
		for range scaled(300, 5000) {
			seen := make(hits, 1)
			takt.Call(outside(p), func(t takt.Task, _ int) int {
				f := takt.Fork(t, hitOne, burst{seen, 0, 1})
				spend(f.Task(), 10*time.Microsecond)
				return 0
			}, 0)
			n := seen[0].Load()
			if time.Sleep(20 * time.Microsecond); n > 1 || seen[0].Load() != n {
				t.Fatalf("ran %d times, and %d after the call", n, seen[0].Load()-n)
			}
		}
	})
}

func TestJoiningTwicePanicsAndSaysSo(t *testing.T) {
	p := open(t, 2)
	hammer(t)
	within(t, func() {
		for caught := 0; caught < 20; {
			takt.Call(outside(p), func(t takt.Task, _ int) int {
				f := takt.Fork(t, length, "four")
				spend(f.Task(), 5*time.Microsecond)
				f.Join(t)
				if err, ok := recovered(func() { f.Join(t) }).(error); ok && strings.Contains(err.Error(), "joined twice") {
					caught++ // only forks that were promoted can tell
				}
				return 0
			}, 0)
		}
	})
}

func TestZeroGroupSaysWhatToDo(t *testing.T) {
	for name, use := range map[string]func(*takt.Group){
		"Go":       func(g *takt.Group) { g.Go(func(takt.Task) error { return nil }) },
		"Wait":     func(g *takt.Group) { g.Wait() },
		"SetLimit": func(g *takt.Group) { g.SetLimit(1) },
	} {
		t.Run(name, func(t *testing.T) { wantPanic(t, func() { use(new(takt.Group)) }, "takt.NewGroup") })
	}
	wantPanic(t, func() { takt.NewGroup(outside(open(t, 2))).Go(nil) }, "Group.Go(nil)")
}

func TestWaitInAFunctionOfTheGroupPanics(t *testing.T) {
	p := open(t, 1)
	wantPanic(t, func() {
		takt.Call(outside(p), func(t takt.Task, _ int) int {
			g := takt.NewGroup(t)
			g.Go(func(takt.Task) error { return g.Wait() })
			g.Wait()
			return 0
		}, 0)
	}, "wait for itself")
}

// A task that is kept and used after its computation is refused where it could
// do harm.
func TestStaleTaskIsRefused(t *testing.T) {
	var kept takt.Task
	takt.Call(outside(open(t, 2)), func(t takt.Task, _ int) int { kept = t; return 0 }, 0)
	for name, use := range map[string]func(){
		"Call":     func() { takt.Call(kept, func(takt.Task, int) int { return 0 }, 0) },
		"Both":     func() { takt.Both(kept, length, "", length, "") },
		"Do":       func() { takt.Do(kept, func(takt.Task) {}, func(takt.Task) {}) },
		"NewGroup": func() { takt.NewGroup(kept) },
		"Context":  func() { kept.Context() },
	} {
		t.Run(name, func(t *testing.T) { wantPanic(t, use, "does not belong to") })
	}
}
