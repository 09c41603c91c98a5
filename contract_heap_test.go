package takt_test

import (
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/takt-go/takt/internal/contract/testdata/heap"
	"github.com/takt-go/takt/internal/testkit"
)

// What the compiler says is one thing. Here a thief reads and writes through
// the pointers while the stack that held the fork moves.
func TestContractThievesSeeLocalsThroughMovingStacks(t *testing.T) {
	const meetings, patience = 20, 1000
	for _, shape := range slices.Concat(heap.Args, heap.Funcs) {
		ok := t.Run(shape.Name, func(t *testing.T) {
			task := pool(t, 3)
			hammerFor(t)
			testkit.Within(t, 30*time.Second, func() {
				before := heap.Met.Load()
				for round := 0; heap.Met.Load()-before < meetings; round++ {
					if err := heap.Try(task, shape); err != nil {
						t.Fatalf("round %d: %v", round, err)
					}
					if round == patience {
						t.Fatalf("nobody took the fork in %d rounds", round)
					}
					if round%8 == 0 {
						runtime.GC() // what is reachable from a stale address only is gone
					}
				}
			})
		})
		if !ok {
			break // the others would wait as long
		}
	}
}
