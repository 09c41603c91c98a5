package takt

import (
	"github.com/takt-go/takt/internal/sched"
)

// Call runs fn(arg) on the calling goroutine, which becomes a worker for the
// duration, and returns its result when everything that was forked below has
// ended. With the zero Task or one from [With] it enters that pool from
// outside; any number of goroutines may do so at once. Inside, with a task of
// a running computation, it is a plain call of a function value.
//
// Cost from outside: under 100 ns and no allocation. A wake-up of some
// microseconds comes on top if all workers have been asleep for a second or
// more, or if one naps and what was shared lately was long enough to be worth it.
//
// A panic in fn, or in anything it forked, leaves a Call from outside as a
// *[PanicError]; inside it goes on as it is. runtime.Goexit ends the calling
// goroutine. Either way nothing of fn runs any more when Call is left.
//
// Memory model: all that fn and its forks did happens before the return of Call.
func Call[A, R any](t Task, fn func(Task, A) R, arg A) (res R) {
	r, level, _ := sched.Open(sched.Task{Top: t.top}, nil)
	if r == nil {
		return enter(t, fn, arg)
	}
	returned := false
	defer r.Leave(level, &returned)
	res = fn(rootOf(r), arg)
	returned = true
	return res
}

// enter is Call from outside.
func enter[A, R any](t Task, fn func(Task, A) R, arg A) (res R) {
	r := begin(t)
	returned := false
	defer func() {
		if returned {
			r.End()
		} else {
			fail(r.EndFailed(recover()))
		}
	}()
	res = fn(rootOf(r), arg)
	returned = true
	return res
}

// Run is Call for a function that returns nothing but an error, at the same
// cost and with the same panics. If t is from outside and its context has ended
// already, it returns the cause and fn is not run; on a closed pool it returns
// [ErrClosed].
func Run(t Task, fn func(Task) error) error {
	if err := t.Err(); err != nil {
		return err
	}
	if o := outsideOf(t); o != nil && o.Pool.Closed() {
		return ErrClosed
	}
	return Call(t, callError, fn)
}

func callError(t Task, fn func(Task) error) error { return fn(t) }

// rootOf is the task that a function value gets: the root of r's chain. Passing
// it the caller's own would make the frames of everybody above escape.
func rootOf(r *sched.Runner) Task { return Task{r.Root()} }

// outsideOf returns where t enters from outside, or nil inside a computation.
func outsideOf(t Task) *sched.Outside {
	if t.top == nil {
		t = Default().task
	}
	return sched.OutsideOf(sched.Task{Top: t.top})
}

func begin(t Task) *sched.Runner { return sched.Begin(outsideOf(t)) }
