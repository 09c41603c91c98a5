package testkit

import (
	"fmt"
	"runtime"
	"testing"
)

var (
	worldWorkers = [...]int{1, 2, 4, 8}
	worldProcs   = [...]int{1, 2}
)

// Worlds runs fn as a subtest in every combination of worker count and GOMAXPROCS:
// fewer workers than processors, as many, and more, because each exposes mistakes
// the others hide. GOMAXPROCS belongs to the whole process and is restored after
// each world, so neither fn nor the caller may be parallel tests.
func Worlds(t *testing.T, fn func(t *testing.T, workers int)) {
	t.Helper()
	for _, procs := range worldProcs {
		for _, workers := range worldWorkers {
			t.Run(fmt.Sprintf("workers=%d,procs=%d", workers, procs), func(t *testing.T) {
				before := runtime.GOMAXPROCS(procs)
				t.Cleanup(func() { runtime.GOMAXPROCS(before) })
				fn(t, workers)
			})
		}
	}
}
