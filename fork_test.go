package takt_test

import (
	"context"
	"testing"

	"github.com/takt-go/takt"
)

type node struct {
	val         int64
	left, right *node
}

func build(n int) *node {
	nodes := make([]node, 0, n)
	var rec func(lo, hi int) *node
	rec = func(lo, hi int) *node {
		if lo > hi {
			return nil
		}
		m := (lo + hi) / 2
		nodes = append(nodes, node{val: int64(m)})
		nd := &nodes[len(nodes)-1]
		nd.left, nd.right = rec(lo, m-1), rec(m+1, hi)
		return nd
	}
	return rec(1, n)
}

func sum(n *node) int64 {
	r := n.val
	if n.left != nil {
		r += sum(n.left)
	}
	if n.right != nil {
		r += sum(n.right)
	}
	return r
}

func taktSum(t takt.Task, n *node) int64 {
	r := n.val
	if n.left != nil && n.right != nil {
		t.Poll()
		right := takt.Fork(t, taktSum, n.right)
		r += taktSum(right.Task(), n.left)
		if v, ok := right.Taken(); ok {
			return r + v
		}
		return r + taktSum(t, n.right)
	}
	if n.left != nil {
		r += taktSum(t, n.left)
	}
	if n.right != nil {
		r += taktSum(t, n.right)
	}
	return r
}

func pool(t testing.TB, workers int) takt.Task {
	p, err := takt.New(takt.Config{Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { t.Logf("%+v", p.Stats()); p.Close() })
	return p.With(context.Background())
}

func BenchmarkTree(b *testing.B) {
	for _, c := range []struct {
		name string
		n    int
	}{{"1000", 1000}, {"1M", 1 << 20}, {"16M", 1 << 24}} {
		tree := build(c.n)
		perNode := func(b *testing.B) {
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(c.n), "ns/node")
		}
		b.Run(c.name+"/sequential", func(b *testing.B) {
			for range b.N {
				sum(tree)
			}
			perNode(b)
		})
		for _, workers := range []int{1, 2} {
			b.Run(c.name+"/workers="+string(rune('0'+workers)), func(b *testing.B) {
				task := pool(b, workers)
				for range b.N {
					takt.Call(task, taktSum, tree)
				}
				perNode(b)
			})
		}
	}
}

func TestTree(t *testing.T) {
	tree := build(1 << 20)
	want := sum(tree)
	task := pool(t, 2)
	for range 20 {
		if got := takt.Call(task, taktSum, tree); got != want {
			t.Fatal(got, want)
		}
	}
}

func BenchmarkEmptyCall(b *testing.B) {
	task := pool(b, 1)
	b.ReportAllocs()
	for range b.N {
		takt.Call(task, func(takt.Task, int) int { return 0 }, 1)
	}
}
