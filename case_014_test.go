package takt_test

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/takt-go/takt"
)

var errBody = errors.New("body 3 fails")

// sleepers are bodies that write to a slice of the caller's after a while, as
// plainly as any code does: the race detector sees whoever is late.
type sleepers struct {
	data    []int
	started atomic.Int64
	running atomic.Int64
	failAt  int
	fail    func() error
	sleep   time.Duration
}

func (s *sleepers) body(i int) error {
	s.started.Add(1)
	s.running.Add(1)
	defer s.running.Add(-1)
	if i == s.failAt {
		return s.fail()
	}
	time.Sleep(s.sleep)
	s.data[i]++
	return nil
}

// check is called when the call has returned. The caller uses its slice again.
func (s *sleepers) check(t *testing.T) {
	t.Helper()
	started := s.started.Load()
	if n := s.running.Load(); n != 0 {
		t.Errorf("%d bodies still run", n)
	}
	for i := range s.data {
		s.data[i]++
	}
	time.Sleep(2 * s.sleep)
	if n := s.started.Load() - started; n != 0 {
		t.Errorf("%d bodies began after the return", n)
	}
}

// inHalves runs the bodies lo to hi-1 by fork and join: the higher half is
// offered, and the lower one runs inline.
func (s *sleepers) inHalves(t takt.Task, r span) error {
	if r.hi-r.lo == 1 {
		spend(t, 20*time.Microsecond)
		return s.body(r.lo)
	}
	mid := (r.lo + r.hi) / 2
	f := takt.Fork(t, s.inHalves, span{mid, r.hi})
	err := s.inHalves(f.Task(), span{r.lo, mid})
	return errors.Join(err, f.Join(t))
}

type span struct{ lo, hi int }

// ways are the calls that run all of a number of bodies.
var ways = map[string]func(takt.Task, *sleepers) error{
	"Do": func(t takt.Task, s *sleepers) error {
		fns := make([]func(takt.Task) error, len(s.data))
		for i := range fns {
			fns[i] = func(takt.Task) error { return s.body(i) }
		}
		return takt.DoErr(t, fns...)
	},
	"Group": func(t takt.Task, s *sleepers) error {
		g := takt.NewGroup(t)
		for i := range s.data {
			g.Go(func(takt.Task) error { return s.body(i) })
		}
		return g.Wait()
	},
	"Fork": func(t takt.Task, s *sleepers) error {
		return takt.Call(t, s.inHalves, span{0, len(s.data)})
	},
	"Both": func(t takt.Task, s *sleepers) error {
		half := len(s.data) / 2
		a, b := takt.Both(t, s.inHalves, span{0, half}, s.inHalves, span{half, len(s.data)})
		return errors.Join(a, b)
	},
}

// ends are the ways in which body 3 fails, and what must come of it.
var ends = map[string]struct {
	fail func() error
	want func(t *testing.T, run func() error)
}{
	"error": {
		func() error { return errBody },
		func(t *testing.T, run func() error) {
			if err := run(); !errors.Is(err, errBody) {
				t.Errorf("error %v, want %v", err, errBody)
			}
		},
	},
	"panic": {
		func() error { panic(errBody) },
		func(t *testing.T, run func() error) {
			if e, ok := recovered(func() { run() }).(*takt.PanicError); !ok || e.Value != errBody {
				t.Errorf("no panic with %v", errBody)
			}
		},
	},
	"exit": {
		func() error { runtime.Goexit(); return nil },
		func(t *testing.T, run func() error) {
			if !exits(func() { run() }) {
				t.Error("returned from a call of which a body exited")
			}
		},
	},
}

// The call must not return while bodies still use the caller's data.
func TestCase014NothingRunsWhenTheCallReturns(t *testing.T) {
	p := open(t, 8)
	sleep := time.Duration(scaled(1000, 50_000)) * time.Microsecond
	for way, run := range ways {
		for end, e := range ends {
			t.Run(way+"/"+end, func(t *testing.T) {
				hammer(t)
				before, start := p.Stats().Stolen, time.Now()
				within(t, func() {
					for i := 0; i < scaled(4, 20) || p.Stats().Stolen == before && runtime.GOMAXPROCS(0) > 1; i++ {
						s := &sleepers{data: make([]int, 64), failAt: 3, fail: e.fail, sleep: sleep}
						e.want(t, func() error { defer s.check(t); return run(outside(p), s) })
						if time.Since(start) > 2*caseLimit && p.Stats().Stolen == before {
							t.Fatal("nothing was stolen")
						}
					}
				})
			})
		}
	}
}

func TestCase014NothingRunsWhenACancelledCallReturns(t *testing.T) {
	p := open(t, 8)
	for way, run := range ways {
		t.Run(way, func(t *testing.T) {
			hammer(t)
			within(t, func() {
				for range scaled(8, 100) {
					ctx, cancel := context.WithCancelCause(context.Background())
					s := &sleepers{data: make([]int, 64), failAt: 3, sleep: 500 * time.Microsecond}
					s.fail = func() error { cancel(errBody); return context.Cause(ctx) }
					if err := run(p.With(ctx), s); !errors.Is(err, errBody) {
						t.Errorf("error %v, want the cause", err)
					}
					s.check(t)
				}
			})
		})
	}
}
