package takt_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/takt-go/takt"
)

func TestManyCallersAtOnce(t *testing.T) {
	p := open(t, 4)
	tree := build(2000)
	want := sum(tree)
	hammer(t)
	within(t, func() {
		var callers sync.WaitGroup
		for range 20 {
			callers.Go(func() {
				for range scaled(20, 1000) {
					if got := takt.Call(outside(p), joinSum, tree); got != want {
						t.Errorf("%d, want %d", got, want)
					}
				}
			})
		}
		callers.Wait()
	})
	everyJoined(t, p)
}

// A computation may enter again from outside, on its own pool or another.
func TestCallWithinACall(t *testing.T) {
	p, q := open(t, 3), open(t, 2)
	tree := build(500)
	want := sum(tree)
	hammer(t)
	within(t, func() {
		for range scaled(50, 1000) {
			fn := func(takt.Task) {
				for _, pool := range []*takt.Pool{p, q} {
					if got := takt.Call(outside(pool), joinSum, tree); got != want {
						t.Errorf("%d, want %d", got, want)
					}
				}
			}
			takt.Do(outside(p), fn, fn, fn)
		}
	})
}

func TestZeroTaskMeansTheDefaultPool(t *testing.T) {
	tree := build(1000)
	if got, want := takt.Call(takt.Task{}, taktSum, tree), sum(tree); got != want {
		t.Errorf("%d, want %d", got, want)
	}
	a, b := takt.Both(takt.Task{}, length, "ab", length, "abc")
	if a != 2 || b != 3 {
		t.Errorf("got %d and %d", a, b)
	}
	takt.Task{}.Poll()
}

type key struct{}

func TestContextReachesStolenBodies(t *testing.T) {
	p := open(t, 4)
	ctx, cancel := context.WithCancelCause(context.WithValue(context.Background(), key{}, 1))
	cause := errors.New("cause")
	within(t, func() {
		fn := func(t2 takt.Task) {
			time.Sleep(time.Millisecond)
			if t2.Context().Value(key{}) != 1 {
				t.Error("a body has another context")
			}
		}
		for p.Stats().Stolen == 0 {
			takt.Do(p.With(ctx), fn, fn, fn, fn)
		}
		takt.Call(p.With(ctx), func(t2 takt.Task, _ int) int {
			if err := t2.Err(); err != nil {
				t.Errorf("error %v before the cancel", err)
			}
			cancel(cause)
			f := takt.Fork(t2, length, "")
			defer f.Join(t2)
			if err := f.Task().Err(); err != cause {
				t.Errorf("error %v, want the cause", err)
			}
			return 0
		}, 0)
	})
	err := takt.Run(p.With(ctx), func(takt.Task) error { t.Error("ran"); return nil })
	if err != cause {
		t.Errorf("Run with an ended context: error %v, want the cause", err)
	}
	if err := (takt.Task{}).Err(); err != nil {
		t.Errorf("the zero task has the error %v", err)
	}
}

// A fork made from outside is never shared, and works.
func TestForkFromOutsideRunsSerially(t *testing.T) {
	p := open(t, 4)
	hammer(t)
	before := p.Stats().Promoted
	for range 1000 {
		if got := forkFib(outside(p), 10); got != fib(10) {
			t.Fatalf("fib(10) = %d", got)
		}
	}
	if n := p.Stats().Promoted - before; n != 0 {
		t.Errorf("%d forks from outside were shared", n)
	}
}
