package takt_test

import (
	"os"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/takt-go/takt"
	"github.com/takt-go/takt/internal/contract/testdata/trials"
	"github.com/takt-go/takt/internal/sched"
	"github.com/takt-go/takt/internal/testkit"
)

// onNewStack runs fn on a goroutine whose stack has yet to grow.
func onNewStack[R any](fn func() R) R {
	done := make(chan R)
	go func() { done <- fn() }()
	return <-done
}

// hammerFor asks for work for the rest of the test, all the time. The hammer needs
// a processor that is not busy with what it hammers on.
func hammerFor(t *testing.T) {
	if before := runtime.GOMAXPROCS(0); before < 4 {
		runtime.GOMAXPROCS(4)
		t.Cleanup(func() { runtime.GOMAXPROCS(before) })
	}
	stop := sched.Hammer()
	t.Cleanup(func() { stop() })
}

// hammered runs fn within a time under the hammer, and wants promotions.
func hammered(t *testing.T, workers int, limit time.Duration, fn func(task takt.Task)) takt.Stats {
	t.Helper()
	task, stats := poolWithStats(t, workers)
	hammerFor(t)
	testkit.Within(t, limit, func() { fn(task) })
	if stats().Promoted == 0 {
		t.Error("nothing was promoted: the test shows nothing")
	}
	t.Logf("%+v", stats())
	return stats()
}

// A heap fork that pointed to the stack forks above it would crash when the
// stack grows.
func TestContractTwoKindsOfForksOnAGrowingStack(t *testing.T) {
	const depth = 300
	hammered(t, 3, time.Minute, func(task takt.Task) {
		for round := range 40 {
			trials.Counted.Store(0)
			got := onNewStack(func() int { return takt.Call(task, trials.TwoKinds, depth) })
			if ran := trials.Counted.Load(); got != 2*depth || ran != 2*depth {
				t.Fatalf("round %d: result %d and %d leaves run, want %d of both", round, got, ran, 2*depth)
			}
			if round%10 == 0 {
				runtime.GC()
			}
		}
	})
}

// Who looks for the oldest fork of such a trials.Chain at every poll takes hours.
func TestContractDeepChainsEndInTime(t *testing.T) {
	for _, c := range []struct {
		name  string
		depth int
		long  bool
	}{{"100 000", 100_000, false}, {"1 000 000", 1_000_000, true}} {
		t.Run(c.name, func(t *testing.T) {
			if c.long && (testing.Short() || raceEnabled || runtime.GOARCH == "386") {
				t.Skip("needs half a gigabyte of stack, and a moment")
			}
			start := time.Now()
			hammered(t, 2, time.Minute, func(task takt.Task) {
				for range 2 {
					if got := takt.Call(task, trials.Chain, c.depth); got != c.depth/2 {
						t.Fatalf("got %d, want %d", got, c.depth/2)
					}
				}
			})
			t.Logf("%v", time.Since(start))
		})
	}
}

func TestContractCallsBelowADeepChainEndInTime(t *testing.T) {
	const depth, calls = 100_000, 20_000
	task, stats := poolWithStats(t, 2)
	hammerFor(t)
	testkit.Within(t, time.Minute, func() {
		for rounds := 0; rounds < 3 || stats().Promoted == 0; rounds++ {
			if got := takt.Call(task, trials.CallsBelow, trials.Calls{Depth: depth, Calls: calls}); got != depth/2+calls {
				t.Fatalf("got %d, want %d", got, depth/2+calls)
			}
		}
	})
}

// A flag that is up for moments only is missed by those who poll rarely. The
// times are looked at with TAKT_TIMING=1, on a quiet machine with two
// processors or more.
func TestContractLeavesOfAnyLengthAreShared(t *testing.T) {
	const total, rounds = 20 * time.Millisecond, 12
	for _, leaf := range []time.Duration{1, 5, 20, 100, 300, 1000} {
		leaf *= time.Microsecond
		t.Run(leaf.String(), func(t *testing.T) {
			task, stats := poolWithStats(t, 2)
			c := trials.Coarse{Leaf: leaf}
			for leaf<<c.Depth < total {
				c.Depth++
			}
			var spent time.Duration
			testkit.Within(t, time.Minute, func() {
				for range rounds {
					start := time.Now()
					if got := takt.Call(task, trials.CoarseTree, c); got != 1<<c.Depth {
						t.Fatalf("got %d leaves, want %d", got, 1<<c.Depth)
					}
					spent += time.Since(start)
				}
			})
			share := float64(spent) / rounds / float64(leaf<<c.Depth)
			t.Logf("%.2f of the serial time; %+v", share, stats())
			if os.Getenv("TAKT_TIMING") != "" && leaf >= 20*time.Microsecond && share > 0.7 {
				t.Errorf("%.2f of the serial time, want at most 0.7", share)
			}
		})
	}
}

func TestContractSoundUnderCollectionsAndRecoveries(t *testing.T) {
	duration := 3 * time.Second
	if testing.Short() {
		duration /= 4
	} else if os.Getenv("TAKT_LONG") != "" {
		duration *= 20
	}
	defer debug.SetGCPercent(debug.SetGCPercent(1))
	hammered(t, 3, duration+time.Minute, func(task takt.Task) {
		rounds := 0
		for start := time.Now(); time.Since(start) < duration; rounds++ {
			if got := onNewStack(func() int { return takt.Call(task, trials.Churn, 1500) }); got != 1500 {
				t.Fatalf("round %d: got %d, want 1500", rounds, got)
			}
		}
		t.Logf("%d rounds", rounds)
	})
}

// Under the race detector this is the test that takt tells it what it does.
func TestContractHalvesAreOrderedWithForkAndJoin(t *testing.T) {
	const rounds = 200
	hammered(t, 3, time.Minute, func(task takt.Task) {
		for start := time.Now(); time.Since(start) < time.Second/2; {
			if got := takt.Call(task, trials.Right, rounds); got != 2*rounds {
				t.Fatalf("got %d, want %d", got, 2*rounds)
			}
		}
	})
}
