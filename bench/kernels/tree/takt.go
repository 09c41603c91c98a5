package tree

import "github.com/takt-go/takt"

// SumTakt forks in every node with two children, in the fast form: a fork that
// nobody took is called directly, where the compiler sees the callee.
func SumTakt(t takt.Task, n *Node) int64 {
	if n.Left != nil && n.Right != nil {
		t.Poll()
		right := takt.Fork(t, SumTakt, n.Right)
		left := SumTakt(right.Task(), n.Left)
		if v, ok := right.Taken(); ok {
			return n.Val + left + v
		}
		return n.Val + left + SumTakt(t, n.Right)
	}
	s := n.Val
	if n.Left != nil {
		s += SumTakt(t, n.Left)
	}
	if n.Right != nil {
		s += SumTakt(t, n.Right)
	}
	return s
}
