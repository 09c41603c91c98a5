package testkit

import (
	"runtime"
	"testing"
)

func TestWorldsCoversTheTableAndRestoresGOMAXPROCS(t *testing.T) {
	if runtime.GOARCH == "wasm" {
		t.Skip("one processor only")
	}
	type world struct{ workers, procs int }
	seen := make(map[world]bool)
	before := runtime.GOMAXPROCS(3)
	defer runtime.GOMAXPROCS(before)
	Worlds(t, func(t *testing.T, workers int) {
		seen[world{workers, runtime.GOMAXPROCS(0)}] = true
	})
	for _, workers := range worldWorkers {
		for _, procs := range worldProcs {
			if !seen[world{workers, procs}] {
				t.Errorf("no world with %d workers and GOMAXPROCS %d", workers, procs)
			}
		}
	}
	if got := runtime.GOMAXPROCS(0); got != 3 {
		t.Errorf("GOMAXPROCS is %d afterwards, was 3", got)
	}
}
