package tree

import "github.com/takt-go/takt"

// SumJoin is SumTakt in the ordinary form, where Join calls through a function
// value.
func SumJoin(t takt.Task, n *Node) int64 {
	s := n.Val
	if n.Left != nil && n.Right != nil {
		t.Poll()
		right := takt.Fork(t, SumJoin, n.Right)
		s += SumJoin(right.Task(), n.Left)
		return s + right.Join(t)
	}
	if n.Left != nil {
		return s + SumJoin(t, n.Left)
	}
	if n.Right != nil {
		return s + SumJoin(t, n.Right)
	}
	return s
}

// SumBoth passes both halves as function values in every node: what the form
// that takes any function costs where it is used too finely.
func SumBoth(t takt.Task, n *Node) int64 {
	s := n.Val
	if n.Left != nil && n.Right != nil {
		l, r := takt.Both(t, SumBoth, n.Left, SumBoth, n.Right)
		return s + l + r
	}
	if n.Left != nil {
		return s + SumBoth(t, n.Left)
	}
	if n.Right != nil {
		return s + SumBoth(t, n.Right)
	}
	return s
}
