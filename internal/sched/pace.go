package sched

import (
	"sync"
	"sync/atomic"

	"github.com/takt-go/takt/internal/policy"
)

// pace is shared by all who ask: one at a time does.
var pace struct {
	sync.Mutex
	policy.Pace
}

// worthwhile says that what a worker took between its last two naps was worth a
// wake-up, so that whoever enters wakes the napping seeker at once: a loop that
// computes for a millisecond every sixteenth is parallel from its start, and a
// stream of calls of some microseconds stays serial.
var worthwhile atomic.Bool

// ran tells the pace how long something taken ran.
func ran(d int64) {
	pace.Lock()
	pace.Ran(d)
	pace.Unlock()
}
