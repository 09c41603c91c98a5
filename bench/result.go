package bench

import "github.com/takt-go/takt/bench/measure"

// A Result is one row: a variant with a number of workers on one input. Times
// are of one call, in nanoseconds. Its JSON names are a format others read.
type Result struct {
	Bench      string   `json:"bench"`
	Variant    string   `json:"variant"`
	N          int      `json:"n"` // nodes or files
	Workers    int      `json:"workers"`
	MedianNS   float64  `json:"median_ns"`
	MeanNS     float64  `json:"mean_ns"` // from the total of all rounds
	MinNS      float64  `json:"min_ns"`
	NSPerItem  float64  `json:"ns_per_item"`     // from the median
	CPUPerItem *float64 `json:"cpu_ns_per_item"` // all threads; null where the system does not say
	Ratio      float64  `json:"ratio"`           // to sequential, median over the rounds
	RatioLo    float64  `json:"ratio_lo"`
	RatioHi    float64  `json:"ratio_hi"`
	RatioConf  float64  `json:"ratio_confidence"` // that lo to hi holds the median ratio
	Spread     float64  `json:"spread"`           // distance of the quartiles over the median
	Rounds     int      `json:"rounds"`
	Calls      int      `json:"calls_per_sample"`
	Checked    bool     `json:"checked"` // every call gave the right answer
}

// Measure measures the cases, with sequential beside them even if it is not
// one of them, and returns their results in the same order. A wrong answer is
// an error, so every result is a checked one.
func (in *Input) Measure(m measure.Meter, cases []measure.Case, o measure.Options) ([]Result, error) {
	// Sequential first: its answer is the one that hash holds others to.
	with := append([]measure.Case{in.Base()}, without(cases, base)...)
	series, err := measure.Run(m, with, o)
	if err != nil {
		return nil, err
	}
	rows := make([]Result, len(cases))
	next := 1
	for i, c := range cases {
		s := series[0]
		if c.Variant != base {
			s = series[next]
			next++
		}
		rows[i] = in.result(c, s, series[0])
	}
	return rows, nil
}

func without(cases []measure.Case, variant string) (rest []measure.Case) {
	for _, c := range cases {
		if c.Variant != variant {
			rest = append(rest, c)
		}
	}
	return rest
}

func (in *Input) result(c measure.Case, s, sequential measure.Series) Result {
	sum := measure.Summarize(s, sequential)
	// A directory without a file still has a root, and a time for all of it.
	items := float64(max(in.Items(), 1))
	r := Result{
		Bench: in.Bench, Variant: c.Variant, N: in.Items(), Workers: c.Workers,
		MedianNS: sum.Median, MeanNS: sum.Mean, MinNS: sum.Min, NSPerItem: sum.Median / items,
		Ratio: sum.Ratio, RatioLo: sum.Lo, RatioHi: sum.Hi, RatioConf: sum.Confidence,
		Spread: sum.Spread, Rounds: len(s.Samples), Calls: s.Calls, Checked: true,
	}
	if sum.HasCPU {
		perItem := sum.CPU / items
		r.CPUPerItem = &perItem
	}
	return r
}
