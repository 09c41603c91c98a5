// Package hot holds recursions in the form of the hot path, with arguments and
// results of many types. Every line in it that calls takt must be inlined.
package hot

import "github.com/takt-go/takt"

// A Node of a binary tree.
type Node struct {
	Val         int64
	Left, Right *Node
}

// Build makes a balanced tree of n nodes, in the order of a walk.
func Build(n int) *Node {
	nodes := make([]Node, 0, n)
	var rec func(lo, hi int) *Node
	rec = func(lo, hi int) *Node {
		if lo > hi {
			return nil
		}
		m := (lo + hi) / 2
		nodes = append(nodes, Node{Val: int64(m)})
		n := &nodes[len(nodes)-1]
		n.Left, n.Right = rec(lo, m-1), rec(m+1, hi)
		return n
	}
	return rec(1, n)
}

// Sum is the sequential version of Tree.
func Sum(n *Node) int64 {
	s := n.Val
	if n.Left != nil {
		s += Sum(n.Left)
	}
	if n.Right != nil {
		s += Sum(n.Right)
	}
	return s
}

// Tree is the recursion whose instructions are counted.
func Tree(t takt.Task, n *Node) int64 {
	if n.Left != nil && n.Right != nil {
		t.Poll()
		right := takt.Fork(t, Tree, n.Right)
		left := Tree(right.Task(), n.Left)
		if v, ok := right.Taken(); ok {
			return n.Val + left + v
		}
		return n.Val + left + Tree(t, n.Right)
	}
	s := n.Val
	if n.Left != nil {
		s += Tree(t, n.Left)
	}
	if n.Right != nil {
		s += Tree(t, n.Right)
	}
	return s
}

// Fib has an integer for its argument.
func Fib(t takt.Task, n int) int {
	if n < 2 {
		return n
	}
	t.Poll()
	right := takt.Fork(t, Fib, n-2)
	s := Fib(right.Task(), n-1)
	if v, ok := right.Taken(); ok {
		return s + v
	}
	return s + Fib(t, n-2)
}

// Text counts the bytes of a string.
func Text(t takt.Task, s string) int {
	if len(s) < 2 {
		return len(s)
	}
	half := len(s) / 2
	t.Poll()
	right := takt.Fork(t, Text, s[half:])
	n := Text(right.Task(), s[:half])
	if v, ok := right.Taken(); ok {
		return n + v
	}
	return n + Text(t, s[half:])
}

// Slice counts the elements of a slice.
func Slice(t takt.Task, s []int) int {
	if len(s) < 2 {
		return len(s)
	}
	half := len(s) / 2
	t.Poll()
	right := takt.Fork(t, Slice, s[half:])
	n := Slice(right.Task(), s[:half])
	if v, ok := right.Taken(); ok {
		return n + v
	}
	return n + Slice(t, s[half:])
}

// A Span is an argument of several words.
type Span struct{ Lo, Hi, Step int }

// Struct counts the steps of a span.
func Struct(t takt.Task, s Span) int {
	if s.Hi-s.Lo <= s.Step {
		return 1
	}
	m := (s.Lo + s.Hi) / 2
	t.Poll()
	right := takt.Fork(t, Struct, Span{m, s.Hi, s.Step})
	n := Struct(right.Task(), Span{s.Lo, m, s.Step})
	if v, ok := right.Taken(); ok {
		return n + v
	}
	return n + Struct(t, Span{m, s.Hi, s.Step})
}

// An Expr is an argument of an interface type.
type Expr interface{ Operands() (a, b Expr) }

// Leaf is an Expr without operands.
type Leaf struct{}

// Pair is an Expr with two.
type Pair struct{ A, B Expr }

// Operands has none to give.
func (Leaf) Operands() (a, b Expr) { return nil, nil }

// Operands gives both.
func (p *Pair) Operands() (a, b Expr) { return p.A, p.B }

// Interface counts the leaves of an expression.
func Interface(t takt.Task, e Expr) int {
	a, b := e.Operands()
	if a == nil {
		return 1
	}
	t.Poll()
	right := takt.Fork(t, Interface, b)
	n := Interface(right.Task(), a)
	if v, ok := right.Taken(); ok {
		return n + v
	}
	return n + Interface(t, b)
}

// Wide has a result of several words.
func Wide(t takt.Task, n *Node) (sizes [3]int64) {
	if n == nil {
		return
	}
	t.Poll()
	right := takt.Fork(t, Wide, n.Right)
	l := Wide(right.Task(), n.Left)
	r, ok := right.Taken()
	if !ok {
		r = Wide(t, n.Right)
	}
	return [3]int64{l[0] + r[0] + n.Val, max(l[1], r[1]) + 1, l[2] + r[2] + 1}
}

// Empty has neither argument nor result.
func Empty(t takt.Task, _ struct{}) struct{} {
	t.Poll()
	right := takt.Fork(t, nothing, struct{}{})
	nothing(right.Task(), struct{}{})
	if _, ok := right.Taken(); ok {
		return struct{}{}
	}
	return nothing(t, struct{}{})
}

func nothing(t takt.Task, _ struct{}) struct{} {
	t.Poll()
	return struct{}{}
}
