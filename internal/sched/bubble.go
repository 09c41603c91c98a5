package sched

import (
	"testing"
	"time"
)

// Code of a testing/synctest bubble must not run on goroutines outside it, and
// goroutines that start inside must end there. So what is entered from a bubble
// runs serially, on its caller, whatever the pool.

// alone is the pool of computations that were entered from a bubble.
var alone = func() *Pool {
	p := &Pool{name: "synctest"}
	p.limit.Store(1)
	return p
}()

// firstYear is one that no real clock is behind any more. The clock of every
// bubble begins in 2000.
const firstYear = 2024

// inBubble reports whether the calling goroutine is in a bubble. Nothing tells
// but the clock, and only test binaries have bubbles.
func inBubble() bool {
	return testing.Testing() && time.Now().UTC().Year() < firstYear
}

// poolFor is the pool that o enters.
func poolFor(o *Outside) *Pool {
	if inBubble() {
		return alone
	}
	return o.Pool
}
