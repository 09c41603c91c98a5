package measure

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9*max(1, math.Abs(b)) }

func series(calls int, walls ...time.Duration) Series {
	s := Series{Calls: calls, HasCPU: true}
	for _, w := range walls {
		s.Samples = append(s.Samples, Sample{Wall: w, CPU: 2 * w})
	}
	return s
}

func TestSummaryIsPerCall(t *testing.T) {
	s := series(10, 100, 400, 200, 300)
	got := Summarize(s, s)
	want := Summary{
		Median: 25, Mean: 25, Min: 10, CPU: 50, HasCPU: true,
		Spread: 0.6, Ratio: 1, Lo: 1, Hi: 1, Confidence: 0.875,
	}
	if !near(got.Median, want.Median) || !near(got.Mean, want.Mean) || !near(got.Min, want.Min) || !near(got.CPU, want.CPU) {
		t.Errorf("per call: %+v, want %+v", got, want)
	}
	if !near(got.Spread, want.Spread) || !near(got.Confidence, want.Confidence) || got.Lo != 1 || got.Hi != 1 {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// A machine that is three times slower in some rounds must not show in ratios;
// dividing the medians would show it here.
func TestRatioIsTakenWithinTheRound(t *testing.T) {
	base := series(1, 300, 100, 300, 100, 100, 100, 300)
	s := series(2, 300, 100, 300, 100, 100, 100, 100)
	got := Summarize(s, base)
	if !near(got.Ratio, 0.5) || !near(got.Lo, 1.0/6) || !near(got.Hi, 0.5) {
		t.Errorf("ratio %v [%v, %v], want 0.5 [0.1667, 0.5]", got.Ratio, got.Lo, got.Hi)
	}
}

// Known binomial tails: for n values the k-th lowest and highest hold the
// median with 1 - 2 P(Bin(n, 1/2) < k).
func TestMedianIntervalPicksTheKnownRanks(t *testing.T) {
	for _, c := range []struct {
		n, rank    int
		confidence float64
	}{
		{1, 1, 0}, {2, 1, 0.5}, {5, 1, 0.9375}, {6, 1, 0.96875}, {8, 1, 0.9921875},
		{9, 2, 0.9609375}, {15, 4, 0.96484375}, {25, 8, 0.95671475},
	} {
		values := make([]float64, c.n)
		for i := range values {
			values[i] = float64(i + 1)
		}
		lo, hi, confidence := medianInterval(values, 0.95)
		if int(lo) != c.rank || int(hi) != c.n+1-c.rank || math.Abs(confidence-c.confidence) > 1e-7 {
			t.Errorf("n=%d: ranks %v and %v at %v, want %d, %d at %v",
				c.n, lo, hi, confidence, c.rank, c.n+1-c.rank, c.confidence)
		}
	}
}

func TestMedianIntervalHoldsTheMedianAsOftenAsItSays(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const trials = 4000
	held, narrow := 0, 0
	for range trials {
		values := make([]float64, 9)
		for i := range values {
			values[i] = rng.ExpFloat64()
		}
		slices.Sort(values)
		lo, hi, _ := medianInterval(values, 0.95)
		if lo <= math.Ln2 && math.Ln2 <= hi {
			held++
		}
		// The planted bug: one rank too narrow on either side.
		if values[2] <= math.Ln2 && math.Ln2 <= values[6] {
			narrow++
		}
	}
	if share := float64(held) / trials; share < 0.95 || share > 0.97 {
		t.Errorf("held the median in %.3f of the trials, want 0.961", share)
	}
	if float64(narrow)/trials >= 0.95 {
		t.Error("this test would not notice an interval that is too narrow")
	}
}

func TestQuantileReadsBetweenValues(t *testing.T) {
	for _, c := range []struct{ q, want float64 }{{0, 1}, {0.5, 2.5}, {0.25, 1.75}, {1, 4}} {
		if got := quantile([]float64{1, 2, 3, 4}, c.q); !near(got, c.want) {
			t.Errorf("quantile %v is %v, want %v", c.q, got, c.want)
		}
	}
}
