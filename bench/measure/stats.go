package measure

import (
	"math"
	"slices"
)

// A Summary is what a series says of one call, in nanoseconds. Spread and
// ratios are plain numbers.
type Summary struct {
	Median, Mean, Min float64 // Mean is the total of all rounds by the number of calls
	CPU               float64 // median; 0 unless HasCPU
	HasCPU            bool

	Spread float64 // distance of the quartiles over the median

	// Ratio is the median over the rounds of this series' time by the base's in
	// the same round. With probability Confidence, Lo to Hi holds the median
	// that endless rounds would give.
	Ratio, Lo, Hi, Confidence float64
}

// Summarize describes s, with ratios to base, which had the same rounds.
func Summarize(s, base Series) Summary {
	wall := make([]float64, len(s.Samples))
	cpu := make([]float64, len(s.Samples))
	ratio := make([]float64, len(s.Samples))
	var out Summary
	for i, x := range s.Samples {
		wall[i] = float64(x.Wall) / float64(s.Calls)
		cpu[i] = float64(x.CPU) / float64(s.Calls)
		ratio[i] = wall[i] / (float64(base.Samples[i].Wall) / float64(base.Calls))
		out.Mean += wall[i] / float64(len(s.Samples))
	}
	slices.Sort(wall)
	slices.Sort(cpu)
	slices.Sort(ratio)
	out.Median, out.Min = quantile(wall, 0.5), wall[0]
	out.Spread = (quantile(wall, 0.75) - quantile(wall, 0.25)) / out.Median
	out.CPU, out.HasCPU = quantile(cpu, 0.5), s.HasCPU
	out.Ratio = quantile(ratio, 0.5)
	out.Lo, out.Hi, out.Confidence = medianInterval(ratio, 0.95)
	return out
}

// quantile reads between the two nearest of the sorted values.
func quantile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	i := int(at)
	if i+1 == len(sorted) {
		return sorted[i]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}

// medianInterval returns the narrowest pair of order statistics that holds the
// median of what the sorted values were drawn from with at least the wanted
// confidence, and the confidence reached. With too few values that is all of
// them, and less.
//
// The median lies below the k-th lowest of n values when fewer than k of them
// lie below it, and each does with probability one half: a binomial tail.
func medianInterval(sorted []float64, wanted float64) (lo, hi, confidence float64) {
	n, k := len(sorted), 1
	exactly := math.Ldexp(1, -n) // the chance of k-1 values below the median
	confidence = 1 - 2*exactly
	for {
		exactly *= float64(n-k+1) / float64(k)
		narrower := confidence - 2*exactly
		if narrower < wanted {
			return sorted[k-1], sorted[n-k], confidence
		}
		k, confidence = k+1, narrower
	}
}
