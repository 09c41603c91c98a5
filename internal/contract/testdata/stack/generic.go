package stack

import "github.com/takt-go/takt"

// Leaves is a generic recursion that forks itself by name. In generic code that
// makes a closure around the type arguments, at each fork.
func Leaves[T ~int](t takt.Task, depth T) T {
	if depth == 0 {
		return 1
	}
	t.Poll()
	right := takt.Fork(t, Leaves[T], depth-1) // heap
	n := Leaves(right.Task(), depth-1)
	if v, ok := right.Taken(); ok {
		return n + v
	}
	return n + Leaves(t, depth-1)
}

// hoisted is the argument of a generic recursion that hands the closure down.
type hoisted[T ~int] struct {
	depth T
	self  func(takt.Task, hoisted[T]) T
}

func hoistedLeaves[T ~int](t takt.Task, h hoisted[T]) T {
	if h.depth == 0 {
		return 1
	}
	t.Poll()
	half := hoisted[T]{h.depth - 1, h.self}
	right := takt.Fork(t, h.self, half)
	n := hoistedLeaves(right.Task(), half)
	if v, ok := right.Taken(); ok {
		return n + v
	}
	return n + hoistedLeaves(t, half)
}

// Hoisted makes the closure once.
func Hoisted(t takt.Task, depth int) int {
	return hoistedLeaves(t, hoisted[int]{depth, hoistedLeaves[int]})
}
