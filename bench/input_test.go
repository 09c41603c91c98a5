package bench

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/takt-go/takt/bench/kernels/tree"
	"github.com/takt-go/takt/bench/measure"
	"github.com/takt-go/takt/bench/rivals"
)

var quick = measure.Options{Rounds: 3, Floor: 100 * time.Microsecond}

func hashOf(t testing.TB) *Input {
	t.Helper()
	in, failed, err := Hash("kernels")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if f := failed(); len(f) != 0 {
			t.Errorf("could not read %v", f)
		}
	})
	return in
}

func TestEveryVariantGivesARowOfItsOwn(t *testing.T) {
	for _, in := range []*Input{Tree(1000), hashOf(t)} {
		all, _ := Names(in.Bench)
		cases, notes, err := in.Cases(all, []int{1, 3})
		if err != nil || len(notes) != 0 {
			t.Fatal(err, notes)
		}
		rows, err := in.Measure(measure.System(), cases, quick)
		if err != nil {
			t.Fatal(err)
		}
		if want := 2*len(all) - 1; len(rows) != want {
			t.Errorf("%s: %d rows, want %d", in.Bench, len(rows), want)
		}
		for i, r := range rows {
			if r.Bench != in.Bench || r.Variant != cases[i].Variant || r.Workers != cases[i].Workers || r.N != in.Items() {
				t.Errorf("row %+v is not that of %s", r, cases[i])
			}
			if r.N < 1 || r.MinNS <= 0 || r.MedianNS < r.MinNS || r.Rounds != 3 || r.Calls < 1 || !r.Checked {
				t.Errorf("row %+v makes no sense", r)
			}
			if (r.Variant == base) != (r.RatioLo == 1 && r.RatioHi == 1) || r.RatioLo > r.Ratio || r.Ratio > r.RatioHi {
				t.Errorf("%s: ratio %v [%v, %v]", cases[i], r.Ratio, r.RatioLo, r.RatioHi)
			}
		}
	}
}

func TestDefaultVariants(t *testing.T) {
	for _, bench := range []string{"tree", "hash"} {
		names, defaults := Names(bench)
		want := []string{"sequential", "takt", "goroutine", "cutoff", "errgroup"}
		if !slices.Equal(names[:defaults], want) {
			t.Errorf("%s runs %v by default, want %v", bench, names[:defaults], want)
		}
	}
}

func TestRatioRefersToSequentialThatWasNotAskedFor(t *testing.T) {
	in := Tree(1000)
	cases, _, err := in.Cases([]string{"takt-both"}, []int{1})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := in.Measure(measure.System(), cases, quick)
	if err != nil || len(rows) != 1 || rows[0].Variant != "takt-both" || rows[0].RatioLo == rows[0].RatioHi {
		t.Fatalf("rows %+v and error %v, want one with a ratio", rows, err)
	}
}

// Rows keep to the order of the cases, wherever sequential stands in it.
func TestRowsKeepTheOrderOfTheCases(t *testing.T) {
	in := Tree(100)
	cases, _, err := in.Cases([]string{"cutoff", "sequential", "takt"}, []int{1})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := in.Measure(measure.System(), cases, quick)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"cutoff", "sequential", "takt"} {
		if rows[i].Variant != want || (rows[i].RatioLo == 1 && rows[i].RatioHi == 1) != (want == base) {
			t.Errorf("row %d is %s with ratio %v, want %s", i, rows[i].Variant, rows[i].Ratio, want)
		}
	}
}

func TestWrongTreeIsNoticedInEveryVariant(t *testing.T) {
	broken := &treeInput{n: 1000, root: tree.Build(1000)}
	broken.root.Val++
	for _, v := range broken.variants() {
		for _, c := range v.cases([]int{1, 2}) {
			if err := measure.Loop(c, 1); err == nil || !strings.Contains(err.Error(), "500500, not 500501") {
				t.Errorf("%s on a tree with a wrong value: error %v", c, err)
			}
		}
	}
}

func TestChangedFileIsNoticedInEveryVariant(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "f")
	for _, v := range table("hash") {
		in, _, err := Hash(dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte("before "+v.name), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := measure.Loop(in.Base(), 1); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte("after "+v.name), 0o666); err != nil {
			t.Fatal(err)
		}
		cases, _, err := in.Cases([]string{v.name}, []int{2})
		if err != nil {
			t.Fatal(err)
		}
		if err := measure.Loop(cases[0], 1); err == nil || !strings.Contains(err.Error(), "wrong answer") {
			t.Errorf("%s over a changed file: error %v", v.name, err)
		}
	}
}

func TestGoroutinePerForkIsLeftOutWhereItIsTooMany(t *testing.T) {
	in := &Input{Bench: "tree", variants: table("tree"), items: func() int { return rivals.MaxForks + 1 }}
	cases, notes, err := in.Cases(nil, []int{2})
	if err != nil || len(cases) != 4 || len(notes) != 1 || !strings.Contains(notes[0], "goroutine is left out at n=") {
		t.Fatalf("%d cases, notes %q, error %v; want 4 and a note on goroutine", len(cases), notes, err)
	}
}

func TestRivalsRunWithTheirNumberOfWorkers(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	s, err := onGoroutines(func(workers int) error {
		if got := runtime.GOMAXPROCS(0); got != workers {
			t.Errorf("GOMAXPROCS is %d for %d workers", got, workers)
		}
		return nil
	})(before + 3)
	if err != nil || s.Call() != nil || s.Close() != nil {
		t.Fatal("did not open, run or close")
	}
	if got := runtime.GOMAXPROCS(0); got != before {
		t.Errorf("GOMAXPROCS stays %d, was %d", got, before)
	}
}

func TestUnknownVariantNamesTheKnown(t *testing.T) {
	_, _, err := Tree(1).Cases([]string{"tact"}, []int{1})
	if err == nil || !strings.Contains(err.Error(), `"tact"`) || !strings.Contains(err.Error(), "takt-join") {
		t.Fatalf("error %v, want the wrong name and the right ones", err)
	}
}

func TestHashOfWhatIsNoDirectory(t *testing.T) {
	for _, dir := range []string{"hash.go", "missing"} {
		if _, _, err := Hash(dir); err == nil || !strings.Contains(err.Error(), dir) {
			t.Errorf("%s: error %v", dir, err)
		}
	}
}

func TestHasFilesFindsThemAtAnyDepth(t *testing.T) {
	dir := t.TempDir()
	below := filepath.Join(dir, "a", "b")
	if err := os.MkdirAll(below, 0o777); err != nil {
		t.Fatal(err)
	}
	if HasFiles(dir) {
		t.Error("found a file where there are directories only")
	}
	if err := os.WriteFile(filepath.Join(below, "f"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if !HasFiles(dir) {
		t.Error("missed the file")
	}
	if !HasFiles(filepath.Join(dir, "missing")) {
		t.Error("called something unreadable empty")
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Skip(err) // not everybody may make one on Windows
	}
	if CheckDir(link) != nil || !HasFiles(link) {
		t.Error("a link to a directory is not one to read")
	}
}

func TestResultKeepsItsJSONNames(t *testing.T) {
	text, err := json.Marshal(Result{})
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	for _, name := range strings.Fields("bench variant n workers median_ns mean_ns min_ns ns_per_item cpu_ns_per_item ratio spread checked") {
		if _, ok := got[name]; !ok {
			t.Errorf("no %s in %s", name, text)
		}
	}
}
