package takt_test

import (
	"sync/atomic"
	"testing"

	"github.com/takt-go/takt"
)

// forkTree forks a binary tree with 2^depth leaves and returns how many there are.
func forkTree(t takt.Task, depth int) int {
	t.Poll()
	if depth == 0 {
		return 1
	}
	f := takt.Fork(t, forkTree, depth-1)
	n := forkTree(f.Task(), depth-1)
	return n + f.Join(t)
}

// However many forks and functions there are, the goroutines are the workers.
func TestCase088GoroutinesAreTheWorkers(t *testing.T) {
	const workers, slack = 8, 16
	depth := 17
	if inFull() {
		depth = 20
	}
	pending := scaled(40_000, 100_000)
	bodies := map[string]func(takt.Task){
		"a tree of forks": func(t2 takt.Task) {
			if n := takt.Call(t2, forkTree, depth); n != 1<<depth {
				t.Errorf("%d leaves, want %d", n, 1<<depth)
			}
		},
		"a group": func(t2 takt.Task) {
			var n atomic.Int64
			g := takt.NewGroup(t2)
			for range pending {
				g.Go(func(takt.Task) error { n.Add(1); return nil })
			}
			if g.Wait(); n.Load() != int64(pending) {
				t.Errorf("%d of %d functions ran", n.Load(), pending)
			}
		},
		"nested three deep": func(t2 takt.Task) {
			var n atomic.Int64
			three(t2, 20, &n, 3)
			if n.Load() != 20*20*20 {
				t.Errorf("%d of %d functions ran", n.Load(), 20*20*20)
			}
		},
	}
	for name, body := range bodies {
		t.Run(name, func(t *testing.T) {
			p := open(t, workers)
			hammer(t)
			within(t, func() {
				if n := crowd(func() { body(outside(p)) }); n > workers+1+slack {
					t.Errorf("%d goroutines beside those before, want %d at most", n, workers+1+slack)
				}
			})
		})
	}
}

// three nests Do to the given depth.
func three(t takt.Task, width int, n *atomic.Int64, depth int) {
	if depth == 0 {
		n.Add(1)
		return
	}
	fns := make([]func(takt.Task), width)
	for i := range fns {
		fns[i] = func(t takt.Task) { three(t, width, n, depth-1) }
	}
	takt.Do(t, fns...)
}
