package takt_test

import (
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/takt-go/takt"
	"github.com/takt-go/takt/internal/testkit"
)

func bothSum(t takt.Task, n *node) int64 {
	if n == nil {
		return 0
	}
	l, r := takt.Both(t, bothSum, n.left, bothSum, n.right)
	return n.val + l + r
}

func joinSum(t takt.Task, n *node) int64 {
	if n == nil {
		return 0
	}
	t.Poll()
	f := takt.Fork(t, joinSum, n.right)
	l := joinSum(f.Task(), n.left)
	return n.val + l + f.Join(t)
}

func TestAllFormsOfForkAgreeInEveryWorld(t *testing.T) {
	tree := build(3000)
	want := sum(tree)
	testkit.Worlds(t, func(t *testing.T, workers int) {
		p := open(t, workers)
		hammer(t)
		within(t, func() {
			for range scaled(20, 500) {
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

func length(_ takt.Task, s string) int        { return len(s) }
func halve(_ takt.Task, f float64) [3]float64 { return [3]float64{f, f / 2, f / 4} }

func TestBothKeepsArgumentsAndResultsApart(t *testing.T) {
	p := open(t, 4)
	hammer(t)
	within(t, func() {
		for range scaled(500, 5000) {
			n, f := takt.Both(outside(p), length, "four", halve, 1)
			if n != 4 || f != [3]float64{1, 0.5, 0.25} {
				t.Fatalf("got %v and %v", n, f)
			}
		}
	})
}

func TestPanicInEitherHalfOfBoth(t *testing.T) {
	p := open(t, 4)
	hammer(t)
	boo := errors.New("boo")
	for _, inner := range []bool{false, true} {
		for half := range 2 {
			within(t, func() {
				for range scaled(100, 2000) {
					var running atomic.Int32
					fn := func(t takt.Task, i int) int {
						running.Add(1)
						defer running.Add(-1)
						spend(t, 10*time.Microsecond)
						if i == half {
							panic(boo)
						}
						return i
					}
					v := recovered(func() {
						if inner {
							takt.Do(outside(p), func(t takt.Task) { takt.Both(t, fn, 0, fn, 1) })
						} else {
							takt.Both(outside(p), fn, 0, fn, 1)
						}
					})
					if e, ok := v.(*takt.PanicError); !ok || !errors.Is(e, boo) || running.Load() != 0 {
						t.Fatalf("half %d: panic value %v with %d halves running", half, v, running.Load())
					}
				}
			})
		}
	}
}

func TestExitInEitherHalfOfBothEndsTheCaller(t *testing.T) {
	p := open(t, 4)
	hammer(t)
	for half := range 2 {
		within(t, func() {
			for range scaled(100, 2000) {
				fn := func(t takt.Task, i int) int {
					spend(t, 10*time.Microsecond)
					if i == half {
						runtime.Goexit()
					}
					return i
				}
				if !exits(func() { takt.Both(outside(p), fn, 0, fn, 1) }) {
					t.Fatalf("half %d exited, and Both returned", half)
				}
			}
		})
	}
}

// The other half may be given away while the first waits for a group, or while
// a barrier within panics. It is none of their business.
func TestOtherHalfOfBothIsLeftAloneByWhatRunsInTheFirst(t *testing.T) {
	first := map[string]func(takt.Task){
		"a group": func(t takt.Task) {
			g := takt.NewGroup(t)
			g.Go(func(t takt.Task) error { spend(t, 100*time.Microsecond); return nil })
			g.Wait()
		},
		"a Do": func(t takt.Task) {
			fn := func(t takt.Task) { spend(t, 50*time.Microsecond) }
			takt.Do(t, fn, fn, fn)
		},
		"a recovered panic": func(t takt.Task) {
			recovered(func() {
				takt.Do(t, func(t takt.Task) { spend(t, 100*time.Microsecond); panic(1) })
			})
		},
	}
	for name, body := range first {
		t.Run(name, func(t *testing.T) {
			p := open(t, 3)
			hammer(t)
			testkit.Within(t, caseLimit, func() {
				for range scaled(100, 3000) {
					var ran atomic.Int32
					takt.Both(outside(p), func(t takt.Task, _ int) int { body(t); return 0 }, 0,
						func(t takt.Task, _ int) int { ran.Add(1); spend(t, 10*time.Microsecond); return 0 }, 0)
					if ran.Load() != 1 {
						t.Fatalf("the other half ran %d times", ran.Load())
					}
				}
			})
			if p.Stats().Promoted == 0 && runtime.GOMAXPROCS(0) > 1 {
				t.Errorf("nothing was shared: %+v", p.Stats())
			}
		})
	}
}
