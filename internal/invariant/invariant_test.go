package invariant_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/takt-go/takt/internal/invariant"
)

// Enabled must stay a constant: a variable would leave the checks in the binary.
const enabled = invariant.Enabled

func TestCheckPanicsWithWhatMustHold(t *testing.T) {
	defer func() {
		const want = "takt: broken invariant: the list is empty"
		if got := fmt.Sprint(recover()); got != want {
			t.Errorf("panic value prints %q, want %q", got, want)
		}
	}()
	invariant.Check(false, "the list is empty")
}

func TestCheckOfWhatHoldsReturns(t *testing.T) {
	invariant.Check(true, "always")
}

func TestArgumentsAreComputedInDebugBuildsOnly(t *testing.T) {
	computed := false
	compute := func() bool { computed = true; return true }
	if invariant.Enabled {
		invariant.Check(compute(), "always")
	}
	if computed != enabled {
		t.Errorf("argument computed: %v, debug build: %v", computed, enabled)
	}
}

func TestChecksAreInTheBinaryOfDebugBuildsOnly(t *testing.T) {
	sentence := []byte("and this sentence")
	for tag, want := range map[string]bool{"": false, "taktdebug": true} {
		if got := bytes.Contains(buildProbe(t, tag), sentence); got != want {
			t.Errorf("built with tags %q: check in the binary: %v, want %v", tag, got, want)
		}
	}
}

func buildProbe(t *testing.T, tags string) []byte {
	t.Helper()
	goCommand, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command to build the probe with")
	}
	binary := filepath.Join(t.TempDir(), "probe")
	cmd := exec.Command(goCommand, "build", "-tags", tags, "-o", binary, "./testdata/probe")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, out)
	}
	text, err := os.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
