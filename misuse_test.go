package takt_test

import (
	"context"
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
