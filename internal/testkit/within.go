package testkit

import (
	"fmt"
	"runtime/debug"
	"testing"
	"time"
)

// Within runs fn on a goroutine of its own and fails the test, with the stacks of
// all goroutines, if fn has not ended after d. What never ends is left behind, so
// that the other tests still run. A panic of fn is raised again in the test, with
// the stack it came from; t.FailNow and t.SkipNow inside fn end the test as usual.
func Within(t testing.TB, d time.Duration, fn func()) {
	t.Helper()
	result := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() { result <- o }()
		o.run(fn)
	}()
	watchdog := time.NewTimer(d)
	defer watchdog.Stop()
	select {
	case o := <-result:
		o.carryOver(t)
	case <-watchdog.C:
		t.Fatalf("not done after %v; all goroutines:\n\n%s", d, allStacks())
	}
}

// An outcome is how a function ended. Neither returned nor panicked means that
// it left through runtime.Goexit.
type outcome struct {
	returned bool
	panicked any
	stack    []byte
}

func (o *outcome) run(fn func()) {
	defer func() {
		if o.panicked = recover(); o.panicked != nil {
			o.stack = debug.Stack()
		}
	}()
	fn()
	o.returned = true
}

func (o *outcome) carryOver(t testing.TB) {
	t.Helper()
	switch {
	case o.panicked != nil:
		panic(fmt.Sprintf("%v\n\nraised in:\n%s", o.panicked, o.stack))
	case o.returned:
	case t.Skipped():
		t.SkipNow()
	case t.Failed():
		t.FailNow()
	default:
		t.Fatalf("the function left through runtime.Goexit")
	}
}
