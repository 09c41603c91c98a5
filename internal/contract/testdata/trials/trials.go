// Package trials holds programs of the kinds that broke earlier designs of the
// core.
package trials

import (
	"runtime"
	"sync/atomic"
	"time"

	"github.com/takt-go/takt"
)

// grow needs a kilobyte of stack for each n.
//
//go:noinline
func grow(n int) int {
	var a [128]int
	a[n%128] = n
	if n == 0 {
		return a[0]
	}
	return grow(n-1) + a[(n+1)%128]
}

// Counted counts the leaves that ran.
var Counted atomic.Int64

func countedLeaf(t takt.Task, _ int) int {
	Counted.Add(1)
	for range 300 {
		t.Poll()
	}
	return 1
}

// TwoKinds has a fork on the stack and one of a Both, on the heap, in each call.
func TwoKinds(t takt.Task, n int) int {
	t.Poll()
	if n == 0 {
		grow(300)
		return 0
	}
	f := takt.Fork(t, countedLeaf, n)
	a, b := takt.Both(f.Task(), TwoKinds, n-1, countedLeaf, n)
	if v, ok := f.Taken(); ok {
		return a + b + v
	}
	return a + b + countedLeaf(t, n)
}

// Chain has n forks pending at its bottom.
func Chain(t takt.Task, n int) int {
	t.Poll()
	if n == 0 {
		return 0
	}
	f := takt.Fork(t, odds, n)
	s := Chain(f.Task(), n-1)
	if v, ok := f.Taken(); ok {
		return s + v
	}
	return s + odds(t, n)
}

func odds(t takt.Task, n int) int {
	t.Poll()
	return n & 1
}

// Calls says how many calls to make below how many pending forks.
type Calls struct{ Depth, Calls int }

// CallsBelow makes calls of function values below pending forks: each has to
// learn who runs it.
func CallsBelow(t takt.Task, c Calls) int {
	if c.Depth > 0 {
		f := takt.Fork(t, odds, c.Depth)
		s := CallsBelow(f.Task(), Calls{c.Depth - 1, c.Calls})
		if v, ok := f.Taken(); ok {
			return s + v
		}
		return s + odds(t, c.Depth)
	}
	s := 0
	for range c.Calls {
		s += takt.Call(t, odds, 1)
	}
	return s
}

// A Coarse is a binary tree of leaves that take a while each.
type Coarse struct {
	Depth int
	Leaf  time.Duration
}

// CoarseTree counts the leaves, and takes its time at each.
func CoarseTree(t takt.Task, c Coarse) int {
	t.Poll()
	if c.Depth == 0 {
		for start := time.Now(); time.Since(start) < c.Leaf; {
		}
		return 1
	}
	half := Coarse{c.Depth - 1, c.Leaf}
	f := takt.Fork(t, CoarseTree, half)
	n := CoarseTree(f.Task(), half)
	if v, ok := f.Taken(); ok {
		return n + v
	}
	return n + CoarseTree(t, half)
}

type cell struct{ v []int }

func copyCell(t takt.Task, c *cell) *cell {
	t.Poll()
	return &cell{append([]int(nil), c.v...)}
}

// Churn forks with fresh heap objects, recovers half-way up, and grows.
func Churn(t takt.Task, n int) int {
	t.Poll()
	if n == 0 {
		grow(200)
		return 0
	}
	if n%37 == 0 {
		recoverHalfWay(t, n)
	}
	c := cell{[]int{n, n + 1}}
	f := takt.Fork(t, copyCell, &c)
	s := Churn(f.Task(), n-1)
	if n%53 == 0 {
		grow(50)
		runtime.Gosched()
	}
	d, ok := f.Taken()
	if !ok {
		d = copyCell(t, &c)
	}
	if d.v[0] != n || d.v[1] != n+1 {
		panic("a copy has other values than its original")
	}
	return s + 1
}

// recoverHalfWay panics between two forks and their joins, and catches it.
func recoverHalfWay(t takt.Task, n int) {
	defer func() {
		if r := recover(); r != "half-way" {
			panic(r)
		}
	}()
	local := [4]int{n}
	f := takt.Fork(t, first, local[:])
	g := takt.Fork(f.Task(), first, local[1:])
	for range 20 {
		g.Task().Poll()
	}
	if n > 0 {
		panic("half-way")
	}
	g.Join(f.Task())
	f.Join(t)
}

func first(t takt.Task, s []int) int {
	t.Poll()
	return s[0]
}
