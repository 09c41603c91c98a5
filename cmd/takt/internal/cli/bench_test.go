package cli

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	kernels "github.com/takt-go/takt/bench"
	"github.com/takt-go/takt/bench/measure"
)

func lines(text string) []string {
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// small is a directory with three files.
func small(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"a", "b", "c"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(name), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestJSONHasOneObjectPerLineWithTheAgreedNames(t *testing.T) {
	code, out, err := call("bench", "-n", "10,1000", "-workers", "1,2", "-variants", "sequential,takt,cutoff",
		"-rounds", "2", "-json", "-dir", small(t))
	if code != ExitOK || err != "" {
		t.Fatalf("exit %d, err %q", code, err)
	}
	text := []string{"bench", "variant"}
	numbers := []string{"n", "workers", "median_ns", "mean_ns", "min_ns", "ns_per_item", "cpu_ns_per_item", "ratio", "spread"}
	all := lines(out)
	if want := 3 * (1 + 2 + 2); len(all) != want {
		t.Fatalf("%d lines, want %d:\n%s", len(all), want, out)
	}
	for _, line := range all {
		var row map[string]any
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatalf("%v in %q", err, line)
		}
		for _, name := range text {
			if _, ok := row[name].(string); !ok {
				t.Errorf("%s is no text in %s", name, line)
			}
		}
		for _, name := range numbers {
			if _, ok := row[name].(float64); !ok && !(name == "cpu_ns_per_item" && row[name] == nil) {
				t.Errorf("%s is no number in %s", name, line)
			}
		}
		if row["checked"] != true {
			t.Errorf("not checked: %s", line)
		}
		if row["bench"] == "hash" && row["n"] != 3.0 {
			t.Errorf("hash of 3 files says n=%v", row["n"])
		}
	}
}

func TestCSVHasTheNamesOfTheJSON(t *testing.T) {
	code, out, err := call("bench", "tree", "-n", "10", "-rounds", "1", "-csv", "-variants", "sequential,takt", "-workers", "2")
	rows, bad := csv.NewReader(strings.NewReader(out)).ReadAll()
	if code != ExitOK || err != "" || bad != nil || len(rows) != 3 {
		t.Fatalf("exit %d, err %q, %v, out:\n%s", code, err, bad, out)
	}
	text, _ := json.Marshal(kernels.Result{})
	var names map[string]any
	if err := json.Unmarshal(text, &names); err != nil {
		t.Fatal(err)
	}
	for _, name := range rows[0] {
		delete(names, name)
	}
	if len(names) != 0 || rows[1][1] != "sequential" || rows[2][1] != "takt" || rows[2][len(rows[2])-1] != "true" {
		t.Errorf("missing %v in\n%s", names, out)
	}
}

func TestTableIsForPeople(t *testing.T) {
	code, out, err := call("bench", "-n", "1000", "-rounds", "2", "-workers", "2", "-dir", small(t))
	if code != ExitOK || err != "" {
		t.Fatalf("exit %d, err %q", code, err)
	}
	all := lines(out)
	for _, line := range all {
		if utf8.RuneCountInString(line) > width {
			t.Errorf("wider than %d columns: %s", width, line)
		}
	}
	first := here(time.Now())
	for _, want := range []string{first.Date, first.Go, strconv.Itoa(first.Cores) + " cores"} {
		if !strings.Contains(all[0], want) {
			t.Errorf("the first line %q does not name %s", all[0], want)
		}
	}
	last := strings.Join(all[len(all)-2:], " ")
	if !strings.Contains(last, "Every answer was right; takt with 2 workers took ") || !strings.HasSuffix(last, "hash n=3.") {
		t.Errorf("the last lines are %q", last)
	}
	if n := strings.Count(out, "\nerrgroup "); n != 2 {
		t.Errorf("%d rows of errgroup, want 2", n)
	}
}

// Whoever reads the table must learn why a row is missing; programs must not
// find prose between their rows.
func TestNotesStandInTheTableButBesideJSON(t *testing.T) {
	args := []string{"bench", "tree", "-n", "1048577", "-rounds", "1", "-variants", "goroutine"}
	code, out, err := call(args...)
	if code != ExitOK || !strings.Contains(out, "goroutine is left out at n=1048577") || err != "" {
		t.Errorf("exit %d, out %q, err %q", code, out, err)
	}
	code, out, err = call(append(args, "-json")...)
	if code != ExitOK || out != "" || !strings.Contains(err, "goroutine is left out at n=1048577") {
		t.Errorf("exit %d, out %q, err %q", code, out, err)
	}
}

func TestLoopRunsEachChosenVariantAndSaysNothing(t *testing.T) {
	code, out, err := call("bench", "-loop", "3", "-n", "100", "-workers", "1,2", "-dir", small(t))
	if code != ExitOK || out != "" || err != "" {
		t.Errorf("exit %d, out %q, err %q", code, out, err)
	}
}

func TestLoopCallsEachCaseExactlyAsOftenAsAsked(t *testing.T) {
	f, err := parseBench([]string{"-loop", "7"})
	if err != nil {
		t.Fatal(err)
	}
	counts := make([]int, 2)
	var cases []measure.Case
	for i := range counts {
		cases = append(cases, measure.Case{Open: func() (measure.Session, error) {
			return measure.Session{Call: func() error { counts[i]++; return nil }, Close: func() error { return nil }}, nil
		}})
	}
	b := benchRun{flags: f}
	if err := b.loop(nil, cases, nil); err != nil || counts[0] != 7 || counts[1] != 7 {
		t.Errorf("%v calls and error %v, want 7 each", counts, err)
	}
}

// A wrong -dir is found before the tree, which would be measured first.
func TestWrongDirectoryIsFoundBeforeAnythingIsMeasured(t *testing.T) {
	file := filepath.Join(small(t), "a")
	for dir, want := range map[string]string{
		filepath.Join(t.TempDir(), "missing"): "missing",
		file:                                  file + " is not a directory",
		"":                                    "-dir is empty",
	} {
		code, out, err := call("bench", "-n", "10", "-rounds", "1", "-dir", dir)
		if code != ExitUsage || out != "" || !strings.Contains(err, "-dir") || !strings.Contains(err, want) {
			t.Errorf("-dir %q: exit %d, out %q, err %q", dir, code, out, err)
		}
	}
}

func TestDirectoryWithoutFilesFails(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "below"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, mode := range [][]string{{"-rounds", "1"}, {"-loop", "2"}} {
		code, out, err := call(append([]string{"bench", "hash", "-dir", dir}, mode...)...)
		if code != ExitFailed || out != "" || err != "takt: bench hash: no files below "+dir+"\n" {
			t.Errorf("%v: exit %d, out %q, err %q", mode, code, out, err)
		}
	}
}

// Permissions do not stop an administrator, but no one can open a path longer
// than the system takes.
func TestUnreadableEntriesAreNamedAndFailTheCommand(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("relies on the length of a path on Linux")
	}
	dir := small(t)
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if err := root.MkdirAll(strings.Repeat(strings.Repeat("d", 199)+"/", 30), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, mode := range [][]string{{"-rounds", "1"}, {"-loop", "2"}} {
		code, out, err := call(append([]string{"bench", "hash", "-dir", dir, "-workers", "2"}, mode...)...)
		const last = "takt: bench: 1 of 4 files could not be read; "
		if code != ExitFailed || !strings.Contains(err, "unreadable: "+dir) || !strings.Contains(err, last) {
			t.Errorf("%v: exit %d, err %q", mode, code, err)
		}
		if mode[0] == "-rounds" && !(strings.Contains(out, "n=3 files") && strings.Contains(out, "Not all of the input")) {
			t.Errorf("no results beside the failure, or no word of it:\n%s", out)
		}
		if strings.Contains(out, "Every answer was right") {
			t.Errorf("praise in spite of the failure:\n%s", out)
		}
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestFailureToWriteResultsIsNotSwallowed(t *testing.T) {
	for _, format := range []string{"-json", "-csv", "-json=false"} {
		args := []string{"bench", "tree", "-n", "10", "-rounds", "1", "-variants", "sequential", format}
		if code := Main(IO{Out: fullDisk{}, Err: &strings.Builder{}}, args); code != ExitFailed {
			t.Errorf("%s to a full disk: exit %d, want %d", format, code, ExitFailed)
		}
	}
}

func TestFlagsMayFollowTheNameOrComeFirst(t *testing.T) {
	for _, args := range []string{"tree -n 5 -rounds 2", "-n 5 tree -rounds 2", "-n 5 -rounds 2 tree"} {
		f, err := parseBench(strings.Fields(args))
		if err != nil {
			t.Fatal(err)
		}
		if len(f.names) != 1 || f.names[0] != "tree" || f.n.String() != "5" || f.rounds.value != 2 || f.budgeted {
			t.Errorf("%s: %+v", args, f)
		}
	}
}

func TestDefaults(t *testing.T) {
	f, err := parseBench(nil)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Join(f.names, " ") != "tree hash" || f.n.String() != "1000,16777216" || f.rounds.value != 9 || !f.budgeted {
		t.Errorf("%+v", f)
	}
}
