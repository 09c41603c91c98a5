package takt_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/takt-go/takt"
)

func fib(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

func forkFib(t takt.Task, n int) int {
	if n < 2 {
		return n
	}
	t.Poll()
	f := takt.Fork(t, forkFib, n-2)
	a := forkFib(f.Task(), n-1)
	if b, ok := f.Taken(); ok {
		return a + b
	}
	return a + forkFib(t, n-2)
}

// Memory must grow with what is shared, not with the number of forks.
func TestCase071MemoryDoesNotGrowWithForks(t *testing.T) {
	large := scaled(30, 32)
	if raceEnabled {
		large = 25
	}
	for _, workers := range []int{1, 2} {
		t.Run(fmt.Sprintf("workers=%d", workers), func(t *testing.T) {
			p := open(t, workers)
			task := outside(p)
			within(t, func() {
				takt.Call(task, forkFib, 22)
				before, stats := memory(), p.Stats()
				if got, want := takt.Call(task, forkFib, large), fib(large); got != want {
					t.Errorf("fib(%d) = %d, want %d", large, got, want)
				}
				after, shared := memory(), p.Stats().Promoted-stats.Promoted
				// One object for each fork that was shared, and a worker's stack or two.
				if n := int64(after.Mallocs - before.Mallocs); n > shared+200 {
					t.Errorf("%d allocations with %d forks shared", n, shared)
				}
				if b := int64(after.TotalAlloc - before.TotalAlloc); b > 128*shared+1<<16 {
					t.Errorf("%d bytes allocated with %d forks shared", b, shared)
				}
				if float64(after.HeapSys) > 1.5*float64(before.HeapSys) {
					t.Errorf("the heap grew from %d to %d bytes", before.HeapSys, after.HeapSys)
				}
			})
		})
	}
}

func memory() (m runtime.MemStats) {
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m
}
