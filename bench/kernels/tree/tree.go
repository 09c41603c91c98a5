// Package tree is the sum of a balanced binary tree: a few nanoseconds of work
// per node, so that what a fork costs cannot hide behind it.
//
// Every variant reads the same nodes, laid out in one slice in the order in
// which the sequential sum visits them. Another layout would measure cache
// misses.
package tree

// A Node takes 24 bytes where a pointer takes 8.
type Node struct {
	Val         int64
	Left, Right *Node
}

// MaxNodes bounds Build: 24 GiB of nodes where a pointer takes 8 bytes.
const MaxNodes = 1 << 30

// Build returns the root of a balanced search tree over the values 1 to n, for
// n from 1 to MaxNodes. Its nodes stand in one allocation, in preorder.
func Build(n int) *Node {
	b := builder{nodes: make([]Node, 0, n)}
	return b.build(1, n)
}

// Answer is the sum of a tree that Build made.
func Answer(n int) int64 {
	return int64(n) * (int64(n) + 1) / 2
}

type builder struct{ nodes []Node }

func (b *builder) build(lo, hi int) *Node {
	if lo > hi {
		return nil
	}
	mid := lo + (hi-lo)/2
	b.nodes = append(b.nodes, Node{Val: int64(mid)})
	n := &b.nodes[len(b.nodes)-1]
	n.Left = b.build(lo, mid-1)
	n.Right = b.build(mid+1, hi)
	return n
}

// Sum is the sequential version, the base of every ratio.
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
