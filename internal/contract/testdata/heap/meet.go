// Package heap forks with arguments and functions that lead to local variables
// of the function that forks. All of them must move to the heap, since a thief
// reads and writes them while the stack of their owner moves.
//
// A comment that begins with want says what the compiler must report for its
// line.
package heap

import (
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/takt-go/takt"
)

// A Shape forks a function that adds 1 to what it can reach, and reports what
// is wrong afterwards.
type Shape struct {
	Name string
	Run  func(takt.Task) error
}

// Met counts the forks that ran while their owner's stack grew.
var Met atomic.Int64

// meeting tells the two sides of a fork about each other. One shape runs at a
// time.
var meeting struct{ started, grown atomic.Bool }

// meet is in the forked function, between its reading and its writing. If it
// runs on another goroutine, it waits until the stack of the owner has moved.
func meet() {
	if meeting.grown.Load() {
		return
	}
	Met.Add(1)
	meeting.started.Store(true)
	for !meeting.grown.Load() {
		runtime.Gosched()
	}
}

// owner is what runs between fork and join: it gives others a moment to take
// the fork, and lets its stack move.
func owner(t takt.Task, _ int) int {
	for start := time.Now(); !meeting.started.Load() && time.Since(start) < 2*time.Millisecond; {
		t.Poll()
		runtime.Gosched()
	}
	grow(300)
	meeting.grown.Store(true)
	return 0
}

// ownerFunc is owner for those who take function values.
func ownerFunc(t takt.Task) { owner(t, 0) }

// three is no constant: the compiler would keep a constant in the text.
var three = 3

// grow needs half a megabyte of stack, and leaves no word of it as it was.
//
//go:noinline
func grow(n int) int {
	var a [128]int
	for i := range a {
		a[i] = ^n
	}
	if n == 0 {
		return a[0]
	}
	return grow(n-1) + a[n%128]
}

// Try runs s once, on a new goroutine, whose stack is small.
func Try(task takt.Task, s Shape) error {
	meeting.started.Store(false)
	meeting.grown.Store(false)
	done := make(chan error)
	go func() { done <- takt.Call(task, func(t takt.Task, s Shape) error { return s.Run(t) }, s) }()
	return <-done
}

// check compares in pairs: what there is, what there should be.
func check(pairs ...int) error {
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i] != pairs[i+1] {
			return fmt.Errorf("value %d is %d, want %d", i/2, pairs[i], pairs[i+1])
		}
	}
	return nil
}
