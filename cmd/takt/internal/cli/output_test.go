package cli

import (
	"errors"
	"strings"
	"testing"
	"time"

	kernels "github.com/takt-go/takt/bench"
	"github.com/takt-go/takt/bench/measure"
)

// The widest figures there are must leave the columns in place.
func TestTableFitsWithTheLargestFigures(t *testing.T) {
	cpu := 123456.789
	wide := kernels.Result{Bench: "tree", Variant: "sequential", N: 1 << 30, Workers: 4096,
		MedianNS: 9.8765e11, MinNS: 9.8765e11, Spread: 12.345,
		Ratio: 12345.6, RatioLo: 12345.6, RatioHi: 12345.6, CPUPerItem: &cpu}
	rival := wide
	rival.Variant = "takt-join"
	var out strings.Builder
	w := (&benchFlags{}).writer(IO{Out: &out})
	long := []string{strings.Repeat("note ", 30)}
	for _, err := range []error{w.begin(here(time.Now())), w.rows([]kernels.Result{wide, rival}, long), w.end(true)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range lines(out.String()) {
		if len(line) > width {
			t.Errorf("%d columns: %s", len(line), line)
		}
	}
}

func TestTableSaysSoWhereProcessorTimeIsUnknown(t *testing.T) {
	var out strings.Builder
	w := (&benchFlags{}).writer(IO{Out: &out})
	if err := w.rows([]kernels.Result{{Bench: "tree", Variant: "takt"}}, nil); err != nil || !strings.Contains(out.String(), "unknown") {
		t.Errorf("error %v, out %q", err, out.String())
	}
}

func TestSentenceSpeaksOfTaktOrElseOfTheFastest(t *testing.T) {
	row := func(variant string, workers int, ratio float64) kernels.Result {
		return kernels.Result{Bench: "tree", N: 9, Variant: variant, Workers: workers, Ratio: ratio}
	}
	for _, c := range []struct {
		rows []kernels.Result
		want string
	}{
		{[]kernels.Result{row("sequential", 1, 1), row("takt", 1, 1.2), row("takt", 2, 0.6), row("cutoff", 2, 0.5)},
			"takt with 2 workers took 0.60 of sequential's time on tree n=9."},
		{[]kernels.Result{row("sequential", 1, 1), row("errgroup", 2, 3), row("cutoff", 1, 0.5)},
			"cutoff with 1 worker took 0.50 of sequential's time on tree n=9."},
	} {
		got := strings.ReplaceAll(sentence([][]kernels.Result{c.rows}, true), "\n", " ")
		if got != "Every answer was right; "+c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
		got = strings.ReplaceAll(sentence([][]kernels.Result{c.rows}, false), "\n", " ")
		if got != "Not all of the input could be read; "+c.want {
			t.Errorf("%q of a part of the input, want %q", got, c.want)
		}
	}
}

func TestTableWarnsOfMoreWorkersThanProcessors(t *testing.T) {
	for workers, want := range map[int]bool{2: false, 3: true} {
		var out strings.Builder
		w := (&benchFlags{}).writer(IO{Out: &out})
		row := kernels.Result{Bench: "tree", Variant: "takt", Workers: workers}
		if err := errors.Join(w.begin(machine{Cores: 2}), w.rows([]kernels.Result{row}, nil)); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(out.String(), "Rows with more than 2 workers"); got != want {
			t.Errorf("%d workers on 2 processors, warned %v:\n%s", workers, got, out.String())
		}
	}
}

func TestOneIsNotPlural(t *testing.T) {
	var out strings.Builder
	w := (&benchFlags{}).writer(IO{Out: &out})
	if err := w.rows([]kernels.Result{{Bench: "hash", Variant: "takt", N: 1, Rounds: 1}}, nil); err != nil {
		t.Fatal(err)
	}
	if want := "hash, n=1 file, 1 round\n"; !strings.Contains(out.String(), want) {
		t.Errorf("no %q in %q", want, out.String())
	}
	if got := count(2, "round") + count(0, "file"); got != "2 rounds0 files" {
		t.Errorf("%q", got)
	}
}

func TestSpanChoosesTheUnit(t *testing.T) {
	for ns, want := range map[float64]string{0.5: "0.5 ns", 999: "999 ns", 1500: "1.5 µs", 2.5e6: "2.5 ms", 61e9: "61 s"} {
		if got := span(ns); got != want {
			t.Errorf("%v ns is %q, want %q", ns, got, want)
		}
	}
}

func TestProgressOnlyOnATerminal(t *testing.T) {
	now := measure.Progress{Case: measure.Case{Variant: "takt", Workers: 2}, Round: 3, Rounds: 9, Left: 12 * time.Second}
	for _, on := range []bool{false, true} {
		var out strings.Builder
		p := progress{to: &out, on: on, title: "[1/3] tree n=9"}
		p.measuring(now)
		p.measuring(now) // too soon to be shown again
		p.clear()
		want := ""
		if on {
			want = clearLine + "[1/3] tree n=9: round 3 of 9, takt with 2 workers, about 12 s left" + clearLine
		}
		if out.String() != want {
			t.Errorf("terminal %v: %q, want %q", on, out.String(), want)
		}
	}
}

func TestMachineNamesWhatSlowsABuild(t *testing.T) {
	m := machine{Date: "2026-11-30", Go: "go1.26.8", System: "linux/amd64", Cores: 2, Procs: 1, Load: "0.31", Build: []string{"-race=true"}}
	want := "takt bench, 2026-11-30: 2 cores, linux/amd64, go1.26.8, GOMAXPROCS=1, load 0.31; built with -race=true"
	if m.String() != want {
		t.Errorf("%q, want %q", m, want)
	}
}
