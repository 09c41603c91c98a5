package bench

import (
	"fmt"

	"github.com/takt-go/takt"
	"github.com/takt-go/takt/bench/kernels/tree"
	"github.com/takt-go/takt/bench/rivals"
)

// Tree makes the sum of a tree of n nodes, n from 1 to tree.MaxNodes. It takes
// 24 bytes of memory per node.
func Tree(n int) *Input {
	t := &treeInput{n: n, root: tree.Build(n)}
	return &Input{Bench: "tree", variants: t.variants(), items: func() int { return n }}
}

type treeInput struct {
	n    int
	root *tree.Node
}

func (t *treeInput) variants() []variant {
	return []variant{
		{name: base, free: true, open: plain(func() error { return t.check(tree.Sum(t.root)) })},
		{name: "takt", open: t.takt(tree.SumTakt)},
		{name: "goroutine", maxN: rivals.MaxForks, open: onGoroutines(func(int) error {
			return t.check(rivals.GoroutineTree(t.root))
		})},
		{name: "cutoff", open: onGoroutines(func(workers int) error {
			return t.check(rivals.CutoffTree(t.root, workers))
		})},
		{name: "errgroup", open: onGoroutines(func(workers int) error {
			return t.check(rivals.ErrgroupTree(t.root, workers))
		})},
		{name: "takt-join", extra: true, open: t.takt(tree.SumJoin)},
		{name: "takt-both", extra: true, open: t.takt(tree.SumBoth)},
	}
}

func (t *treeInput) takt(form func(takt.Task, *tree.Node) int64) opener {
	return onPool(func(task takt.Task) error { return t.check(takt.Call(task, form, t.root)) })
}

func (t *treeInput) check(got int64) error {
	if want := tree.Answer(t.n); got != want {
		return fmt.Errorf("wrong answer: the sum of 1 to %d is %d, not %d", t.n, want, got)
	}
	return nil
}
