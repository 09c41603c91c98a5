package takt_test

import (
	"sync/atomic"
	"testing"

	"github.com/takt-go/takt"
)

// functions is how many functions one Do or Group of the benchmarks has.
const functions = 64

// perFunction reports the time for each function, and checks that all ran.
func perFunction(b *testing.B, ran *atomic.Int64) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/functions, "ns/function")
	if n := ran.Load(); n != int64(b.N)*functions {
		b.Fatalf("%d functions ran, want %d", n, int64(b.N)*functions)
	}
}

func BenchmarkDo(b *testing.B) {
	task := pool(b, 2)
	var ran atomic.Int64
	fns := make([]func(takt.Task), functions)
	for i := range fns {
		fns[i] = func(takt.Task) { ran.Add(1) }
	}
	b.ReportAllocs()
	for range b.N {
		takt.Do(task, fns...)
	}
	perFunction(b, &ran)
}

func BenchmarkGroup(b *testing.B) {
	task := pool(b, 2)
	var ran atomic.Int64
	b.ReportAllocs()
	for range b.N {
		g := takt.NewGroup(task)
		for range functions {
			g.Go(func(takt.Task) error { ran.Add(1); return nil })
		}
		if err := g.Wait(); err != nil {
			b.Fatal(err)
		}
	}
	perFunction(b, &ran)
}
