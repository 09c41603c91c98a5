//go:build !js && !wasip1 && !race

package park_test

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/takt-go/takt/internal/park"
)

// A program whose only goroutine is parked for good must end with the runtime's report, also after naps.
// Not in race builds: they link C code, and with that the runtime doesn't look for deadlocks.
func TestParkIsSeenByDeadlockDetector(t *testing.T) {
	const asChild = "TAKT_TEST_PARK_FOREVER"
	if os.Getenv(asChild) != "" {
		var p park.Parker
		go p.Unpark()
		for !p.Nap(100 * time.Millisecond) { // the runtime may keep the stopped timer of a nap for as long as that
		}
		p.Park()
	}
	ctx, cancel := context.WithTimeout(t.Context(), long/3)
	defer cancel()
	// Without a time limit of its own, since that is a pending timer.
	child := exec.CommandContext(ctx, os.Args[0], "-test.run=^"+t.Name()+"$", "-test.timeout=0")
	child.Env = append(os.Environ(), asChild+"=1")
	child.WaitDelay = time.Second
	out, err := child.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "all goroutines are asleep") {
		t.Errorf("the child ended with %v and said:\n%s", err, out)
	}
}
