package bench

import (
	"fmt"
	"testing"

	"github.com/takt-go/takt/bench/measure"
)

func BenchmarkTree(b *testing.B) {
	for _, n := range []int{1000, 1 << 16} {
		run(b, Tree(n))
	}
}

func BenchmarkHash(b *testing.B) {
	in := hashOf(b)
	if err := measure.Loop(in.Base(), 1); err != nil {
		b.Fatal(err)
	}
	run(b, in)
}

func run(b *testing.B, in *Input) {
	all, _ := Names(in.Bench)
	cases, _, err := in.Cases(all, []int{1, 2})
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range cases {
		b.Run(fmt.Sprintf("n=%d/%s/workers=%d", in.Items(), c.Variant, c.Workers), func(b *testing.B) {
			s, err := c.Open()
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if err := s.Call(); err != nil {
					b.Fatal(err)
				}
			}
			if err := s.Close(); err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(in.Items()), "ns/item")
		})
	}
}
