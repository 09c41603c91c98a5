package takt_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/takt-go/takt/internal/contract"
)

const contractPrograms = "internal/contract/testdata/"

// eachProfile runs fn without a profile and with one recorded here: with it the
// compiler inlines more, and must keep all promises as well.
func eachProfile(t *testing.T, fn func(t *testing.T, profile string)) {
	t.Run("plain", func(t *testing.T) { fn(t, "") })
	t.Run("profiled", func(t *testing.T) {
		if testing.Short() {
			t.Skip("recording a profile takes a second")
		}
		fn(t, recordProfile(t))
	})
}

var recorded struct {
	sync.Once
	profile []byte
}

// recordProfile returns the name of a profile of all hot recursions, recorded
// once for the whole run.
func recordProfile(t *testing.T) string {
	t.Helper()
	recorded.Do(func() {
		name := filepath.Join(t.TempDir(), "default.pgo")
		cmd := exec.Command(contract.Link(t, contractPrograms+"run", ""), "-n", "4000", "-cpuprofile", name)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		recorded.profile, _ = os.ReadFile(name)
	})
	if len(recorded.profile) < 1000 {
		t.Fatalf("the profile has %d bytes", len(recorded.profile))
	}
	name := filepath.Join(t.TempDir(), "default.pgo")
	if err := os.WriteFile(name, recorded.profile, 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// pollIsCalled says that the compiler has no instruction for an atomic load: Poll
// is a call then.
const pollIsCalled = runtime.GOARCH == "386" || runtime.GOARCH == "arm"

func TestContractHotPathIsInlined(t *testing.T) {
	eachProfile(t, func(t *testing.T, profile string) {
		const dir = contractPrograms + "hot"
		complaints, calls := contract.NotInlined(contract.Source(t, dir), contract.Compile(t, dir, profile))
		if calls < 30 {
			t.Errorf("%d calls checked, there are more", calls)
		}
		for _, c := range complaints {
			if !pollIsCalled || !strings.HasSuffix(c, "t.Poll()") {
				t.Error(c)
			}
		}
	})
}

func TestContractInliningCheckFindsACall(t *testing.T) {
	const dir = contractPrograms + "planted"
	complaints, _ := contract.NotInlined(contract.Source(t, dir), contract.Compile(t, dir, ""))
	if len(complaints) != 1 || !strings.Contains(complaints[0], "t.Poll()") {
		t.Errorf("%q, want the call of Poll in planted.Called", complaints)
	}
}

// The inliner's budget is 80, and a function that exceeds it is called: that
// would cost more than the whole fork. Whoever changes a cost sees here what is
// left.
func TestContractInliningCostsAreKnown(t *testing.T) {
	const budget = 80
	known := map[string]int{"Task.Poll": 74, "Fork": 33, "Forked.Task": 4, "Forked.Taken": 79}
	if pollIsCalled {
		delete(known, "Task.Poll")
	}
	found := make(map[string]int)
	for _, n := range append(contract.Compile(t, ".", ""), contract.Compile(t, contractPrograms+"hot", "")...) {
		if name, cost := inlineCost(n); known[name] != 0 {
			found[name] = max(found[name], cost)
		}
	}
	for name, cost := range known {
		t.Logf("%s costs %d of %d", name, found[name], budget)
		if found[name] != cost {
			t.Errorf("%s costs the inliner %d, was %d: of the budget of %d there are %d left; if that is meant, say so in this table",
				name, found[name], cost, budget, budget-found[name])
		}
	}
}

var (
	costNote = regexp.MustCompile(`^can inline (\S+(?:\[.*\]\S*)?) with cost (\d+) `)
	typeArgs = regexp.MustCompile(`\[.*\]`)
)

// inlineCost parses "can inline takt.(*Forked[go.shape.int]).Task with cost 4".
func inlineCost(n contract.Note) (name string, cost int) {
	m := costNote.FindStringSubmatch(n.Text)
	if m == nil || n.File != "fork.go" && n.File != "task.go" {
		return "", 0
	}
	if strings.Contains(m[1], "[") && !strings.Contains(m[1], "go.shape") {
		return "", 0 // a wrapper that adds the dictionary: callers inline what it calls
	}
	name = strings.TrimPrefix(typeArgs.ReplaceAllString(m[1], ""), "takt.")
	name = strings.NewReplacer("(*", "", ")", "").Replace(name)
	cost, _ = strconv.Atoi(m[2])
	return name, cost
}

// The linked program has the last word: a recursion calls itself and, rarely,
// the two cold functions, and nothing of package takt.
func TestContractHotPathCallsOnlyColdFunctions(t *testing.T) {
	eachProfile(t, func(t *testing.T, profile string) {
		exe := contract.Link(t, contractPrograms+"run", profile)
		calls := contract.Calls(t, exe, `testdata/hot\.[A-Z][a-z]+$`)
		for _, want := range []string{"Tree", "Fib", "Text", "Slice", "Struct", "Interface", "Wide", "Empty"} {
			name := "github.com/takt-go/takt/internal/contract/testdata/hot." + want
			if len(calls[name]) == 0 {
				t.Errorf("no call at all in %s: is it in the program?", name)
			}
			for _, callee := range calls[name] {
				if !coldOrOwn(callee) {
					t.Errorf("%s calls %s", want, callee)
				}
			}
		}
	})
}

func coldOrOwn(callee string) bool {
	ours, isOurs := strings.CutPrefix(callee, "github.com/takt-go/takt")
	switch {
	case !isOurs, strings.HasPrefix(ours, "/internal/contract/"):
		return true
	case pollIsCalled && ours == ".Task.Poll":
		return true
	}
	return ours == "/internal/sched.beat" || ours == "/internal/sched.await"
}

func TestContractForksStayOnTheStack(t *testing.T) {
	eachProfile(t, func(t *testing.T, profile string) {
		for _, dir := range []string{contractPrograms + "stack", contractPrograms + "hot"} {
			notes := contract.Compile(t, dir, profile)
			if len(notes) < 100 {
				t.Fatalf("%s: only %d notes", dir, len(notes))
			}
			for _, c := range contract.Moved(withoutBuilders(contract.Source(t, dir)), notes) {
				t.Errorf("%s: %s", dir, c)
			}
		}
	})
}

// withoutBuilders excuses the lines that build the input.
func withoutBuilders(source []contract.Line) []contract.Line {
	building := false
	for i, line := range source {
		if strings.HasPrefix(line.Text, "func ") {
			building = strings.HasPrefix(line.Text, "func Build(")
		}
		if building {
			source[i].Text += " // heap"
		}
	}
	return source
}

func TestContractStackCheckFindsForksOnTheHeap(t *testing.T) {
	const dir = contractPrograms + "planted"
	complaints := strings.Join(contract.Moved(contract.Source(t, dir), contract.Compile(t, dir, "")), "\n")
	for _, want := range []string{"moved to heap: right", "leaking param: t"} {
		if !strings.Contains(complaints, want) {
			t.Errorf("no %q in:\n%s", want, complaints)
		}
	}
}

func TestContractWhatThievesReadMovesToTheHeap(t *testing.T) {
	eachProfile(t, func(t *testing.T, profile string) {
		const dir = contractPrograms + "heap"
		complaints, wants := contract.NotMoved(contract.Source(t, dir), contract.Compile(t, dir, profile))
		if wants < 40 {
			t.Errorf("%d places checked, there are more", wants)
		}
		for _, c := range complaints {
			t.Error(c)
		}
	})
}

func TestContractHeapCheckFindsALocalThatStays(t *testing.T) {
	const dir = contractPrograms + "planted"
	complaints, _ := contract.NotMoved(contract.Source(t, dir), contract.Compile(t, dir, ""))
	if len(complaints) != 1 || !strings.Contains(complaints[0], "moved to heap: local") {
		t.Errorf("%q, want the local of planted.Stays", complaints)
	}
}
