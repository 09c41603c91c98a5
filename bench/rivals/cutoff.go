package rivals

import (
	"math/bits"
	"path/filepath"
	"sync"

	"github.com/takt-go/takt/bench/kernels/hash"
	"github.com/takt-go/takt/bench/kernels/tree"
)

// CutoffTree starts a goroutine in every node with two children down to a depth
// at which there are eight parts per worker: enough to even out, too few to
// cost anything. The depth is right for this very shape; that is what tuning by
// hand means.
func CutoffTree(n *tree.Node, workers int) int64 {
	return cutoffTree(n, bits.Len(uint(workers-1))+3)
}

func cutoffTree(n *tree.Node, depth int) int64 {
	if depth == 0 || n.Left == nil || n.Right == nil {
		return tree.Sum(n)
	}
	right := make(chan int64, 1)
	go func() { right <- cutoffTree(n.Right, depth-1) }()
	s := n.Val + cutoffTree(n.Left, depth-1)
	return s + <-right
}

// cutoffDirs is how deep CutoffHash starts goroutines. Source trees put their
// work two or three directories down.
const cutoffDirs = 3

// CutoffHash starts a goroutine for every directory in the first levels; a
// directory's own files and all that lies deeper are one sequential part.
func CutoffHash(dir string) hash.Item { return cutoffHash(dir, cutoffDirs) }

func cutoffHash(dir string, depth int) hash.Item {
	if depth == 0 {
		return hash.Sequential(dir)
	}
	list, err := hash.ReadDir(dir)
	if err != nil {
		return hash.Unreadable(dir, err)
	}
	items := make([]hash.Item, len(list))
	var wait sync.WaitGroup
	for i, e := range list {
		if e.IsDir() {
			wait.Go(func() { items[i] = cutoffHash(filepath.Join(dir, e.Name()), depth-1) })
		}
	}
	for i, e := range list {
		if !e.IsDir() {
			items[i] = hash.Leaf(dir, e)
		}
	}
	wait.Wait()
	return hash.Combine(list, items)
}
