package rivals

import (
	"path/filepath"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/takt-go/takt/bench/kernels/hash"
	"github.com/takt-go/takt/bench/kernels/tree"
)

// Go on a group with a limit waits for a free place. Called from inside the
// group it waits for ever once every place is held by a caller that waits, so
// both functions here use TryGo and do the work themselves when it refuses.

// ErrgroupTree offers every right half to one group with a limit. A fork has no
// result of its own there: parts add up in one atomic total.
func ErrgroupTree(n *tree.Node, limit int) int64 {
	e := errgroupTree{}
	e.group.SetLimit(limit)
	own := e.sum(n)
	e.group.Wait() // the parts return no error
	return own + e.total.Load()
}

type errgroupTree struct {
	group errgroup.Group
	total atomic.Int64
}

// sum returns what it did not leave to the group.
func (e *errgroupTree) sum(n *tree.Node) int64 {
	s := n.Val
	if n.Left != nil && n.Right != nil {
		part := func() error {
			e.total.Add(e.sum(n.Right))
			return nil
		}
		taken := e.group.TryGo(part)
		s += e.sum(n.Left)
		if !taken {
			s += e.sum(n.Right)
		}
		return s
	}
	if n.Left != nil {
		return s + e.sum(n.Left)
	}
	if n.Right != nil {
		return s + e.sum(n.Right)
	}
	return s
}

// ErrgroupHash offers every entry to one group with a limit; a wait group per
// directory says when its entries are there.
func ErrgroupHash(dir string, limit int) hash.Item {
	group := &errgroup.Group{}
	group.SetLimit(limit)
	root := errgroupHash(group, dir)
	group.Wait() // the parts return no error: failures are in the items
	return root
}

func errgroupHash(group *errgroup.Group, dir string) hash.Item {
	list, err := hash.ReadDir(dir)
	if err != nil {
		return hash.Unreadable(dir, err)
	}
	items := make([]hash.Item, len(list))
	var wait sync.WaitGroup
	for i, e := range list {
		wait.Add(1)
		part := func() error {
			defer wait.Done()
			if e.IsDir() {
				items[i] = errgroupHash(group, filepath.Join(dir, e.Name()))
			} else {
				items[i] = hash.Leaf(dir, e)
			}
			return nil
		}
		if !group.TryGo(part) {
			part()
		}
	}
	wait.Wait()
	return hash.Combine(list, items)
}
