//go:build !race

package sched

import "sync/atomic"

const raceEnabled = false

// Wanted is the poll: one load at a fixed address.
func Wanted() bool { return atomic.LoadUint32(&want.flag) != 0 }
