package rivals

import (
	"io/fs"
	"path/filepath"
	"sync"

	"github.com/takt-go/takt/bench/kernels/hash"
	"github.com/takt-go/takt/bench/kernels/tree"
)

// MaxForks is the largest tree that GoroutineTree is meant for. A call takes
// half a second there, more than a hundred times the sequential sum, with up to
// 18 000 goroutines alive at once; at 16 million nodes 8.5 s and 200 000
// (2026-11-30, 2 cores of an Intel Xeon VM, Go 1.26.8).
const MaxForks = 1 << 20

// GoroutineTree starts a goroutine in every node with two children.
func GoroutineTree(n *tree.Node) int64 {
	s := n.Val
	if n.Left != nil && n.Right != nil {
		right := make(chan int64, 1)
		go func() { right <- GoroutineTree(n.Right) }()
		s += GoroutineTree(n.Left)
		return s + <-right
	}
	if n.Left != nil {
		return s + GoroutineTree(n.Left)
	}
	if n.Right != nil {
		return s + GoroutineTree(n.Right)
	}
	return s
}

// GoroutineHash starts a goroutine for every entry. At most limit of them read
// or hash at a time, so that open files and buffers stay few.
func GoroutineHash(dir string, limit int) hash.Item {
	return goroutineHash(dir, make(chan struct{}, limit))
}

func goroutineHash(dir string, turns chan struct{}) hash.Item {
	turns <- struct{}{}
	list, err := hash.ReadDir(dir)
	<-turns
	if err != nil {
		return hash.Unreadable(dir, err)
	}
	items := make([]hash.Item, len(list))
	var wait sync.WaitGroup
	for i, e := range list {
		wait.Go(func() { items[i] = goroutineEntry(dir, e, turns) })
	}
	wait.Wait()
	return hash.Combine(list, items)
}

func goroutineEntry(dir string, e fs.DirEntry, turns chan struct{}) hash.Item {
	if e.IsDir() {
		return goroutineHash(filepath.Join(dir, e.Name()), turns)
	}
	turns <- struct{}{}
	defer func() { <-turns }()
	return hash.Leaf(dir, e)
}
