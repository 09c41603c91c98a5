package takt_test

import (
	"context"
	"fmt"

	"github.com/takt-go/takt"
)

// A Tree is a binary tree with a number in every node.
type Tree struct {
	Left, Right *Tree
	Value       int
}

// Total adds up the numbers of a tree.
func Total(t takt.Task, tree *Tree) int {
	if tree == nil {
		return 0
	}
	if tree.Left == nil || tree.Right == nil {
		return tree.Value + Total(t, tree.Left) + Total(t, tree.Right)
	}
	t.Poll()
	right := takt.Fork(t, Total, tree.Right)
	sum := tree.Value + Total(right.Task(), tree.Left)
	if v, ok := right.Taken(); ok {
		return sum + v
	}
	return sum + Total(t, tree.Right)
}

// Call is the way in: it enters a pool from any goroutine and returns the result.
func ExampleCall() {
	tree := &Tree{
		Left:  &Tree{Left: &Tree{Value: 1}, Right: &Tree{Value: 2}, Value: 3},
		Right: &Tree{Value: 4},
		Value: 5,
	}
	fmt.Println(takt.Call(takt.With(context.Background()), Total, tree))

	// The zero Task is the same on the default pool.
	fmt.Println(takt.Call(takt.Task{}, Total, tree.Left))
	// Output:
	// 15
	// 6
}
