// Package planted holds what the checks of this folder must find: each function
// breaks one contract.
package planted

import "github.com/takt-go/takt"

// Task polls at the price of a call.
type Task struct{ top *int }

// Poll is never inlined.
//
//go:noinline
func (t Task) Poll() { *t.top++ }

// Called calls where it should inline.
func Called(t Task) {
	t.Poll()
}

// Stays says that a local moves to the heap that nobody forks with.
func Stays() int {
	local := 7 // want "moved to heap: local"
	return *same(&local)
}

func same(p *int) *int { return p }

// Naive hands its own task to a function value: the frames of all its callers
// move to the heap.
func Naive(t takt.Task, visit func(takt.Task)) int {
	right := takt.Fork(t, leaf, 1)
	visit(right.Task())
	if v, ok := right.Taken(); ok {
		return v
	}
	return leaf(t, 1)
}

func leaf(_ takt.Task, n int) int { return n }
