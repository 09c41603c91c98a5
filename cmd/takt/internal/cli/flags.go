package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"

	kernels "github.com/takt-go/takt/bench"
	"github.com/takt-go/takt/bench/kernels/tree"
)

// The names of the benchmarks, in the order in which they run.
var benches = []string{"tree", "hash"}

type benchFlags struct {
	names    []string // of benchmarks
	n        intList
	workers  intList
	variants nameList
	rounds   boundedInt
	loop     boundedInt
	dir      string
	json     bool
	csv      bool
	budgeted bool // -rounds was left to us
}

const (
	maxWorkers = 4096
	maxRounds  = 1000
	maxLoop    = 1<<31 - 1
)

func newBenchFlags() (*benchFlags, *flag.FlagSet) {
	f := &benchFlags{
		n:       intList{boundedInt: boundedInt{max: tree.MaxNodes}, values: []int64{1000, 1 << 24}},
		workers: intList{boundedInt: boundedInt{max: maxWorkers}, values: defaultWorkers()},
		rounds:  boundedInt{value: 9, max: maxRounds},
		loop:    boundedInt{max: maxLoop},
	}
	set := flag.NewFlagSet("bench", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.Var(&f.n, "n", "`sizes` of the tree in nodes, as 1000,16777216")
	set.Var(&f.workers, "workers", "`numbers` of workers, as 1,2,8; the default is one and one per processor")
	set.Var(&f.variants, "variants", "`names` of what to run, as sequential,takt")
	set.Var(&f.rounds, "rounds", "`number` of samples of each variant; fewer, if not set, where nine take long")
	set.Var(&f.loop, "loop", "run each variant exactly this `number` of times and leave: no timing, no warm-up, no output")
	set.StringVar(&f.dir, "dir", "", "`directory` to hash; the default is the source tree of the Go installation")
	set.BoolVar(&f.json, "json", false, "print one JSON object per line")
	set.BoolVar(&f.csv, "csv", false, "print comma-separated values")
	return f, set
}

func defaultWorkers() []int64 {
	if p := runtime.GOMAXPROCS(0); p > 1 {
		return []int64{1, int64(p)}
	}
	return []int64{1}
}

// parseBench reads flags and the names of benchmarks in any order. The error
// is flag.ErrHelp if help was asked for.
func parseBench(args []string) (*benchFlags, error) {
	f, set := newBenchFlags()
	for {
		if err := set.Parse(args); errors.Is(err, flag.ErrHelp) {
			return nil, err
		} else if err != nil {
			return nil, benchUsage("%s", explain(err, set))
		}
		if set.NArg() == 0 {
			break
		}
		name := set.Arg(0)
		if !slices.Contains(benches, name) {
			return nil, benchUsage("no benchmark %q; there are %s", name, strings.Join(benches, ", "))
		}
		if slices.Contains(f.names, name) {
			return nil, benchUsage("%s is named twice", name)
		}
		f.names = append(f.names, name)
		args = set.Args()[1:]
	}
	return f, f.settle(set)
}

// settle checks what only all flags together tell.
func (f *benchFlags) settle(set *flag.FlagSet) error {
	given := map[string]bool{}
	set.Visit(func(one *flag.Flag) { given[one.Name] = true })
	f.budgeted = !given["rounds"]
	if len(f.names) == 0 {
		f.names = benches
	}
	if given["n"] && !slices.Contains(f.names, "tree") {
		return benchUsage("-n is the size of a tree: hash takes its size from -dir")
	}
	if given["dir"] && !slices.Contains(f.names, "hash") {
		return benchUsage("-dir is what hash reads: tree takes its size from -n")
	}
	if given["variants"] && len(f.variants) == 0 {
		return benchUsage("-variants is empty")
	}
	if given["dir"] {
		if f.dir == "" {
			return benchUsage("-dir is empty")
		}
		if err := kernels.CheckDir(f.dir); err != nil {
			return benchUsage("-dir: %v", err)
		}
	}
	if f.json && f.csv {
		return benchUsage("-json and -csv exclude each other")
	}
	return nil
}

func benchUsage(format string, args ...any) error {
	return usageError{"bench: " + fmt.Sprintf(format, args...), "takt help bench"}
}

// explain adds the valid flags where package flag only says that one is not.
func explain(err error, set *flag.FlagSet) string {
	text := err.Error()
	if strings.HasPrefix(text, "flag provided but not defined") {
		var valid []string
		set.VisitAll(func(one *flag.Flag) { valid = append(valid, "-"+one.Name) })
		text += "; there are " + strings.Join(valid, ", ")
	}
	return text
}

// A boundedInt is a whole number from 1 to max.
type boundedInt struct{ value, max int64 }

func (b *boundedInt) String() string {
	if b.value == 0 {
		return ""
	}
	return strconv.FormatInt(b.value, 10)
}

func (b *boundedInt) Set(text string) error {
	v, err := strconv.ParseInt(text, 10, 64)
	if err != nil || v < 1 || v > b.max {
		return fmt.Errorf("want a whole number from 1 to %d", b.max)
	}
	b.value = v
	return nil
}

// An intList is one or more such numbers, separated by commas, none twice.
type intList struct {
	boundedInt
	values []int64
}

func (l *intList) String() string {
	var texts []string
	for _, v := range l.values {
		texts = append(texts, strconv.FormatInt(v, 10))
	}
	return strings.Join(texts, ",")
}

func (l *intList) Set(text string) error {
	l.values = nil
	for item := range strings.SplitSeq(text, ",") {
		if err := l.boundedInt.Set(item); err != nil {
			return fmt.Errorf("at %q: want whole numbers from 1 to %d, separated by commas", item, l.max)
		}
		if slices.Contains(l.values, l.value) {
			return fmt.Errorf("%d stands there twice", l.value)
		}
		l.values = append(l.values, l.value)
	}
	return nil
}

func (l *intList) ints() (list []int) {
	for _, v := range l.values {
		list = append(list, int(v))
	}
	return list
}

// A nameList is one or more names, separated by commas, none twice. Which are
// valid depends on the benchmark.
type nameList []string

func (l *nameList) String() string { return strings.Join(*l, ",") }

func (l *nameList) Set(text string) error {
	*l = nil
	if text == "" {
		return nil // refused later, in words of our own
	}
	for name := range strings.SplitSeq(text, ",") {
		if slices.Contains(*l, name) {
			return fmt.Errorf("%s stands there twice", name)
		}
		*l = append(*l, name)
	}
	return nil
}
