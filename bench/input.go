package bench

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/takt-go/takt"
	"github.com/takt-go/takt/bench/measure"
)

// An Input is one benchmark with one input, ready to be measured.
type Input struct {
	Bench    string
	variants []variant
	items    func() int
}

// A variant is one way to compute the answer of a benchmark.
type variant struct {
	name  string
	free  bool // the number of workers means nothing to it: it runs once, as one
	extra bool // only by name, not in the default set
	maxN  int  // the largest input it is meant for; 0 is any
	open  opener
}

// An opener makes a variant ready to run with so many workers.
type opener func(workers int) (measure.Session, error)

const base = "sequential"

// Items is the number of nodes or files in one call. That of hash is known
// after its first.
func (in *Input) Items() int { return in.items() }

// Names lists the variants of a benchmark, tree or hash; the first defaults of
// them are those that run if none is named.
func Names(bench string) (names []string, defaults int) {
	for _, v := range table(bench) {
		names = append(names, v.name)
		if !v.extra {
			defaults++
		}
	}
	return names, defaults
}

func table(bench string) []variant {
	if bench == "hash" {
		return (&hashInput{}).variants()
	}
	return (&treeInput{}).variants()
}

// Cases pairs the named variants with the numbers of workers; no names mean
// the default set. A note says, for people, which variant was left out and why.
// A name that the benchmark does not have is an error.
func (in *Input) Cases(names []string, workers []int) (cases []measure.Case, notes []string, err error) {
	all, defaults := Names(in.Bench)
	if len(names) == 0 {
		names = all[:defaults]
	}
	for _, name := range names {
		i := slices.Index(all, name)
		if i < 0 {
			return nil, nil, fmt.Errorf("%q is not a variant of %s: it has %s", name, in.Bench, strings.Join(all, ", "))
		}
		v := in.variants[i]
		if n := in.Items(); v.maxN != 0 && n > v.maxN {
			notes = append(notes, fmt.Sprintf("%s is left out at n=%d: one per fork takes over 100 times as long as "+
				"sequential, so it runs up to n=%d",
				name, n, v.maxN))
			continue
		}
		cases = append(cases, v.cases(workers)...)
	}
	return cases, notes, nil
}

// Base is the case that ratios refer to.
func (in *Input) Base() measure.Case { return in.variants[0].cases(nil)[0] }

func (v variant) cases(workers []int) (cases []measure.Case) {
	if v.free {
		workers = []int{1}
	}
	for _, w := range workers {
		cases = append(cases, measure.Case{
			Variant: v.name,
			Workers: w,
			Open:    func() (measure.Session, error) { return v.open(w) },
		})
	}
	return cases
}

// plain opens what needs nothing.
func plain(call func() error) opener {
	return func(int) (measure.Session, error) {
		return measure.Session{Call: call, Close: func() error { return nil }}, nil
	}
}

// onPool opens a pool of its own, so that no variant runs beside the workers of
// another.
func onPool(call func(takt.Task) error) opener {
	return func(workers int) (measure.Session, error) {
		pool, err := takt.New(takt.Config{Workers: workers, Name: "bench"})
		if err != nil {
			return measure.Session{}, err
		}
		return measure.Session{
			Call:  func() error { return call(pool.With(context.Background())) },
			Close: pool.Close,
		}, nil
	}
}

// onGoroutines sets GOMAXPROCS for as long as the session is open.
func onGoroutines(call func(workers int) error) opener {
	return func(workers int) (measure.Session, error) {
		before := runtime.GOMAXPROCS(workers)
		return measure.Session{
			Call:  func() error { return call(workers) },
			Close: func() error { runtime.GOMAXPROCS(before); return nil },
		}, nil
	}
}
