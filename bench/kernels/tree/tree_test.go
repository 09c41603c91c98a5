package tree

import (
	"context"
	"math/bits"
	"reflect"
	"testing"

	"github.com/takt-go/takt"
)

var sizes = []int{1, 2, 3, 4, 5, 7, 8, 10, 1000, 1023, 1024, 4097}

func TestSumIsTheSumOfTheValues(t *testing.T) {
	for _, n := range sizes {
		if got := Sum(Build(n)); got != Answer(n) {
			t.Errorf("Sum of 1..%d is %d, want %d", n, got, Answer(n))
		}
	}
}

func TestNodesStandInPreorderInOneSlice(t *testing.T) {
	size := int64(reflect.TypeFor[Node]().Size())
	root := Build(1000)
	base := int64(reflect.ValueOf(root).Pointer())
	visited := int64(0)
	var walk func(n *Node)
	walk = func(n *Node) {
		if n == nil {
			return
		}
		if at := int64(reflect.ValueOf(n).Pointer()); at != base+visited*size {
			t.Fatalf("node %d stands %d bytes after the root, want %d", n.Val, at-base, visited*size)
		}
		visited++
		walk(n.Left)
		walk(n.Right)
	}
	walk(root)
	if visited != 1000 {
		t.Fatalf("visited %d nodes, want 1000", visited)
	}
}

func TestNodeTakes24Bytes(t *testing.T) {
	if bits.UintSize != 64 {
		t.Skip("the size is stated for 64-bit pointers")
	}
	if got := reflect.TypeFor[Node]().Size(); got != 24 {
		t.Fatalf("a node takes %d bytes, want 24", got)
	}
}

func TestTreeIsBalanced(t *testing.T) {
	var depth func(n *Node) int
	depth = func(n *Node) int {
		if n == nil {
			return 0
		}
		return 1 + max(depth(n.Left), depth(n.Right))
	}
	for _, n := range sizes {
		if got, want := depth(Build(n)), bits.Len(uint(n)); got != want {
			t.Errorf("the tree of %d nodes is %d deep, want %d", n, got, want)
		}
	}
}

func TestEveryTaktFormGivesTheAnswer(t *testing.T) {
	forms := map[string]func(takt.Task, *Node) int64{"fast": SumTakt, "join": SumJoin, "both": SumBoth}
	for _, workers := range []int{1, 2, 8} {
		pool, err := takt.New(takt.Config{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		for name, form := range forms {
			for _, n := range append([]int{1 << 17}, sizes...) {
				if got := takt.Call(pool.With(context.Background()), form, Build(n)); got != Answer(n) {
					t.Errorf("%s, %d workers: the sum of 1..%d is %d, want %d", name, workers, n, got, Answer(n))
				}
			}
		}
		if err := pool.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
