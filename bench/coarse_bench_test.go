package bench

import (
	"testing"

	"github.com/takt-go/takt"
)

// functions is how many BenchmarkDo and BenchmarkGroup run at a time.
const functions = 8

// The cost of each of a few functions that do nothing.
func BenchmarkDo(b *testing.B) {
	var fns [functions]func(takt.Task)
	for i := range fns {
		fns[i] = func(takt.Task) {}
	}
	for b.Loop() {
		takt.Do(takt.Task{}, fns[:]...)
	}
	perFunction(b)
}

// The same in a group, with its making and its Wait.
func BenchmarkGroup(b *testing.B) {
	for b.Loop() {
		g := takt.NewGroup(takt.Task{})
		for range functions {
			g.Go(func(takt.Task) error { return nil })
		}
		if err := g.Wait(); err != nil {
			b.Fatal(err)
		}
	}
	perFunction(b)
}

func perFunction(b *testing.B) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/functions, "ns/function")
}
