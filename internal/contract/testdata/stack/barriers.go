package stack

import "github.com/takt-go/takt"

// BesideBoth has a Both in a branch that is not taken.
func BesideBoth(t takt.Task, depth int) int {
	if depth == 0 {
		return 1
	}
	if depth < 0 {
		a, b := takt.Both(t, leaves, 1, leaves, 1)
		return a + b
	}
	t.Poll()
	right := takt.Fork(t, BesideBoth, depth-1)
	n := BesideBoth(right.Task(), depth-1)
	if v, ok := right.Taken(); ok {
		return n + v
	}
	return n + BesideBoth(t, depth-1)
}

// BesideDo has a Do and a Group there.
func BesideDo(t takt.Task, depth int) int {
	if depth == 0 {
		return 1
	}
	if depth < 0 {
		takt.Do(t, nothing, nothing) // heap
		g := takt.NewGroup(t)
		g.Go(failing)
		if g.Wait() != nil {
			return -1
		}
	}
	t.Poll()
	right := takt.Fork(t, BesideDo, depth-1)
	n := BesideDo(right.Task(), depth-1)
	if v, ok := right.Taken(); ok {
		return n + v
	}
	return n + BesideDo(t, depth-1)
}

func nothing(takt.Task) {}

func failing(takt.Task) error { return nil }

// BesideCall has a Call of a known function there.
func BesideCall(t takt.Task, depth int) int {
	if depth == 0 {
		return 1
	}
	if depth < 0 {
		return takt.Call(t, leaves, depth)
	}
	t.Poll()
	right := takt.Fork(t, BesideCall, depth-1)
	n := BesideCall(right.Task(), depth-1)
	if v, ok := right.Taken(); ok {
		return n + v
	}
	return n + BesideCall(t, depth-1)
}

// Visit is called where nobody knows what it is.
var Visit func(takt.Task, int) int

// BesideValue has a Call of a function value there.
func BesideValue(t takt.Task, depth int) int {
	if depth == 0 {
		return 1
	}
	if depth < 0 {
		return takt.Call(t, Visit, depth)
	}
	t.Poll()
	right := takt.Fork(t, BesideValue, depth-1)
	n := BesideValue(right.Task(), depth-1)
	if v, ok := right.Taken(); ok {
		return n + v
	}
	return n + BesideValue(t, depth-1)
}

// Literal forks a function literal that captures nothing.
func Literal(t takt.Task, depth int) int {
	if depth == 0 {
		return 1
	}
	t.Poll()
	right := takt.Fork(t, func(t takt.Task, depth int) int { return Literal(t, depth) }, depth-1) // heap
	n := Literal(right.Task(), depth-1)
	if v, ok := right.Taken(); ok {
		return n + v
	}
	return n + Literal(t, depth-1)
}

// Both is a recursion of Both alone.
func Both(t takt.Task, depth int) int {
	if depth == 0 {
		return 1
	}
	a, b := takt.Both(t, Both, depth-1, Both, depth-1)
	return a + b
}

// Call makes a Call at each node, between a fork and its join.
func Call(t takt.Task, depth int) int {
	if depth == 0 {
		return 1
	}
	t.Poll()
	right := takt.Fork(t, Call, depth-1)
	n := takt.Call(right.Task(), Call, depth-1)
	if v, ok := right.Taken(); ok {
		return n + v
	}
	return n + takt.Call(t, Call, depth-1)
}
