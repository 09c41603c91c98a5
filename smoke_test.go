package takt_test

import (
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/takt-go/takt"
	"github.com/takt-go/takt/internal/sched"
)

func bothSum(t takt.Task, n *node) int64 {
	if n == nil {
		return 0
	}
	l, r := takt.Both(t, bothSum, n.left, bothSum, n.right)
	return n.val + l + r
}

func joinSum(t takt.Task, n *node) int64 {
	if n == nil {
		return 0
	}
	t.Poll()
	f := takt.Fork(t, joinSum, n.right)
	l := joinSum(f.Task(), n.left)
	return n.val + l + f.Join(t)
}

func TestSmokeHammer(t *testing.T) {
	for _, w := range []int{1, 2, 4, 8} {
		task := pool(t, w)
		stop := sched.Hammer()
		tree := build(10000)
		want := sum(tree)
		for range 30 {
			for i, f := range []func(takt.Task, *node) int64{taktSum, bothSum, joinSum} {
				if got := takt.Call(task, f, tree); got != want {
					t.Fatal(w, i, got, want)
				}
			}
		}
		t.Log(w, stop())
	}
}

func TestSmokeDoGroup(t *testing.T) {
	for _, w := range []int{1, 2, 4, 8} {
		task := pool(t, w)
		for range 200 {
			var n atomic.Int64
			f := func(takt.Task) { n.Add(1) }
			takt.Do(task, f, f, f, f, f)
			if n.Load() != 5 {
				t.Fatal(n.Load())
			}
			g := takt.NewGroup(task)
			var add func(d int)
			e := errors.New("x")
			add = func(d int) {
				g.Go(func(t takt.Task) error {
					n.Add(1)
					if d > 0 {
						add(d - 1)
						add(d - 1)
						return nil
					}
					return e
				})
			}
			add(6)
			if err := g.Wait(); err != e || n.Load() != 5+127 {
				t.Fatal(err, n.Load())
			}
		}
	}
}

func TestSmokePanic(t *testing.T) {
	task := pool(t, 4)
	for range 100 {
		func() {
			defer func() {
				if e, ok := recover().(*takt.PanicError); !ok || e.Value != "boo" {
					t.Fatal(e)
				}
			}()
			takt.Do(task, func(takt.Task) { time.Sleep(10 * time.Microsecond) }, func(takt.Task) { panic("boo") }, func(takt.Task) {})
		}()
	}
	done := make(chan bool)
	go func() {
		defer close(done)
		takt.Do(task, func(takt.Task) {}, func(takt.Task) { runtime.Goexit() })
		t.Error("returned")
	}()
	<-done
}

func BenchmarkBoth(b *testing.B) {
	tree := build(1 << 18)
	for _, w := range []int{1, 2} {
		for i, f := range []func(takt.Task, *node) int64{taktSum, bothSum, joinSum} {
			b.Run([]string{"fork", "both", "join"}[i]+string(rune('0'+w)), func(b *testing.B) {
				task := pool(b, w)
				b.ReportAllocs()
				for range b.N {
					takt.Call(task, f, tree)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(1<<18), "ns/node")
			})
		}
	}
}
