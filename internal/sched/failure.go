package sched

import (
	"bytes"
	"errors"
	"runtime"
	"runtime/debug"
)

// A Failure is how a body ended that did not return: with a panic, or with
// runtime.Goexit.
//
// The policy is: joins re-raise the original value, stolen or not, so that
// recover sees the same at any timing; only where it leaves the computation is
// it wrapped, always, with the stack of the goroutine where it was raised. errgroup decided
// against carrying panics to the waiter, because there the panic is delayed
// until somebody waits, which may be never. Here somebody always waits: a
// fork's caller cannot return before it.
type Failure struct {
	Value any    // what panic was called with; nil for an exit
	Stack []byte // where it was raised
	Exit  bool   // runtime.Goexit, not a panic
}

// caught turns what recover returned for an unfinished body into a failure.
// recover returns nil only for an exit: panic(nil) has a value since Go 1.21.
func (r *Runner) caught(v any) *Failure {
	if v == nil {
		return &Failure{Exit: true}
	}
	f, stack := r.raised, debug.Stack()
	r.raised = nil
	if f != nil && bytes.Contains(stack, raising) && same(f.Value, v) {
		stack = f.Stack // it came through a join: the first stack is the one that tells where
	}
	return &Failure{Value: v, Stack: stack}
}

// raising is what the stack of a panic shows that a join re-raised, and not that
// of a panic which came after a join's was recovered.
var raising = []byte("internal/sched.(*Runner).raise(")

// raise goes on with f on the joiner's goroutine.
func (r *Runner) raise(f *Failure) {
	if f.Exit {
		runtime.Goexit()
	}
	r.raised = f
	panic(f.Value)
}

// errCancelled is what a join finds when it comes after the fork's scope ended.
var errCancelled = errors.New("takt: joined a fork that was cancelled, because a function between it and the join had panicked or exited")

// same reports whether a and b are one panic value. Nothing tells values apart
// that cannot be compared: they count as one, since a join raised the first just
// before.
func same(a, b any) (eq bool) {
	defer func() {
		if recover() != nil {
			eq = true
		}
	}()
	return a == b
}
