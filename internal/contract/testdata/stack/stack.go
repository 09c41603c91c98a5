// Package stack forks in the shapes that recursions have. Nothing in it may
// move to the heap but what a line says with the word heap, in a comment: no
// fork, and above all no task, since with a task the forks of all callers move.
package stack

import "github.com/takt-go/takt"

// A Shape computes the number of leaves of a binary tree of the given depth,
// which is 1 << depth, with at least a fork per inner node.
type Shape struct {
	Name string
	Run  func(t takt.Task, depth int) int
}

// Shapes are all of them.
var Shapes = []Shape{
	{"fast join", Fast}, {"join", Join}, {"mutual recursion", Even}, {"loop", Loop}, {"loop of forks", Window},
	{"defer and recover", Recovering}, {"nested forks of different types", Nested}, {"inlined wrapper", Wrapped},
	{"Both on the side", BesideBoth}, {"Do on the side", BesideDo}, {"Call on the side", BesideCall},
	{"function value on the side", BesideValue}, {"literal", Literal}, {"Both", Both}, {"Call", Call}, {"generic", Hoisted},
}

// Fast joins with Taken.
func Fast(t takt.Task, depth int) int {
	if depth == 0 {
		return 1
	}
	t.Poll()
	right := takt.Fork(t, Fast, depth-1)
	n := Fast(right.Task(), depth-1)
	if v, ok := right.Taken(); ok {
		return n + v
	}
	return n + Fast(t, depth-1)
}

// Join joins with Join.
func Join(t takt.Task, depth int) int {
	if depth == 0 {
		return 1
	}
	t.Poll()
	right := takt.Fork(t, Join, depth-1)
	n := Join(right.Task(), depth-1)
	return n + right.Join(t)
}

// Even and odd call each other.
func Even(t takt.Task, depth int) int {
	if depth == 0 {
		return 1
	}
	t.Poll()
	right := takt.Fork(t, odd, depth-1)
	n := odd(right.Task(), depth-1)
	if v, ok := right.Taken(); ok {
		return n + v
	}
	return n + odd(t, depth-1)
}

func odd(t takt.Task, depth int) int {
	if depth == 0 {
		return 1
	}
	t.Poll()
	right := takt.Fork(t, Even, depth-1)
	n := Even(right.Task(), depth-1)
	if v, ok := right.Taken(); ok {
		return n + v
	}
	return n + Even(t, depth-1)
}

// Loop forks and joins in the body of a loop.
func Loop(t takt.Task, depth int) int {
	if depth == 0 {
		return 1
	}
	n := 0
	for i := range 2 {
		t.Poll()
		half := takt.Fork(t, leaves, depth-1-i+i)
		leaves(half.Task(), 0)
		if v, ok := half.Taken(); ok {
			n += v
		} else {
			n += Loop(t, depth-1)
		}
	}
	return n
}

func leaves(t takt.Task, depth int) int {
	t.Poll()
	return 1 << depth
}

// Window keeps several forks of one loop alive, each below the last.
func Window(t takt.Task, depth int) int {
	if depth == 0 {
		return 1
	}
	t.Poll()
	a := takt.Fork(t, leaves, depth-1)
	b := takt.Fork(a.Task(), leaves, 0)
	c := takt.Fork(b.Task(), leaves, 0)
	n := Window(c.Task(), depth-1)
	for _, f := range []*takt.Forked[int, int]{&c, &b} {
		if _, ok := f.Taken(); !ok {
			leaves(t, 0)
		}
	}
	if v, ok := a.Taken(); ok {
		return n + v
	}
	return n + leaves(t, depth-1)
}

// Recovering has a deferred function in each call.
func Recovering(t takt.Task, depth int) (n int) {
	defer func() {
		if recover() != nil {
			n = -1
		}
	}()
	if depth == 0 {
		return 1
	}
	t.Poll()
	right := takt.Fork(t, Recovering, depth-1)
	n = Recovering(right.Task(), depth-1)
	if v, ok := right.Taken(); ok {
		return n + v
	}
	return n + Recovering(t, depth-1)
}

// Nested has forks of three types in one call.
func Nested(t takt.Task, depth int) int {
	if depth == 0 {
		return 1
	}
	t.Poll()
	words := takt.Fork(t, text, "abc")
	pair := takt.Fork(words.Task(), pairOf, [3]int{depth, 2, 3})
	right := takt.Fork(pair.Task(), Nested, depth-1)
	n := Nested(right.Task(), depth-1)
	if v, ok := right.Taken(); ok {
		n += v
	} else {
		n += Nested(pair.Task(), depth-1)
	}
	p, ok := pair.Taken()
	if !ok {
		p = pairOf(words.Task(), [3]int{depth, 2, 3})
	}
	w, ok := words.Taken()
	if !ok {
		w = text(t, "abc")
	}
	return n + len(w) - 3 + p[0] - depth
}

func text(_ takt.Task, s string) string { return s }

func pairOf(_ takt.Task, a [3]int) [2]int { return [2]int{a[0], a[1]} }

// begin and end wrap the fork of any type.
func begin[A, R any](t takt.Task, fn func(takt.Task, A) R, arg A) takt.Forked[A, R] {
	t.Poll()
	return takt.Fork(t, fn, arg)
}

func end[A, R any](f *takt.Forked[A, R], t takt.Task, fn func(takt.Task, A) R, arg A) R {
	if v, ok := f.Taken(); ok {
		return v
	}
	return fn(t, arg) // the caller passes no task of its own: see Wrapped
}

// Wrapped forks through wrappers. Of these, the second hands a task to a
// function value: it gets the zero Task, and joins what needs none.
func Wrapped(t takt.Task, depth int) int {
	if depth == 0 {
		return 1
	}
	side := begin(t, leaves, 0)
	right := begin(side.Task(), Wrapped, depth-1)
	n := Wrapped(right.Task(), depth-1)
	if v, ok := right.Taken(); ok {
		n += v
	} else {
		n += Wrapped(side.Task(), depth-1)
	}
	return n + end(&side, takt.Task{}, leaves, 0) - 1
}
