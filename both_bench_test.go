package takt_test

import (
	"testing"

	"github.com/takt-go/takt"
)

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
