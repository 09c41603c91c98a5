package takt

import (
	"fmt"

	"github.com/takt-go/takt/internal/sched"
)

// A PanicError is what a panic inside a computation becomes when it leaves
// [Call], [Run], [Both], [Do], [DoErr] or [Group.Wait] from outside: the value,
// and the stack of the goroutine where it was raised, which is not always the
// caller's.
//
// Inside a computation joins re-raise the original value, so that recover sees
// the same whether a fork was taken or not.
type PanicError struct {
	Value any    // what panic was called with
	Stack []byte // as runtime/debug.Stack formats it
}

// Error gives the value and the stack.
func (e *PanicError) Error() string {
	return fmt.Sprintf("takt: panic in a computation: %v\n\n%s", e.Value, e.Stack)
}

// Unwrap returns the value if it is an error, so that errors.Is and errors.As
// reach it.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// fail raises how a computation ended at its boundary. An exit needs no help:
// the goroutine is on its way out.
func fail(f *sched.Failure) {
	if f.Exit {
		return
	}
	if e, ok := f.Value.(*PanicError); ok {
		panic(e) // it left a computation inside this one, and says where
	}
	panic(&PanicError{f.Value, f.Stack})
}
