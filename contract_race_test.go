//go:build race

package takt_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/takt-go/takt"
	"github.com/takt-go/takt/internal/contract/testdata/trials"
	"github.com/takt-go/takt/internal/sched"
)

const raceEnabled = true

func init() {
	children["racy"] = func(t *testing.T) {
		task := pool(t, 3)
		stop := sched.Hammer()
		defer stop()
		for start := time.Now(); time.Since(start) < 2*time.Second; {
			takt.Call(task, trials.Racy, 100)
		}
		fmt.Println("child: done")
	}
}

// A promotion publishes what was written before it, but what both halves do
// afterwards is concurrent, and the detector must see that.
func TestContractRaceBetweenHalvesIsReported(t *testing.T) {
	out, err, hung := runChild(t, "racy", time.Minute)
	if hung || err == nil || !strings.Contains(out, "WARNING: DATA RACE") || !strings.Contains(out, "trials.writePlain") {
		t.Errorf("hung: %v; %v; no report of the race in:\n%.3000s", hung, err, out)
	}
}
