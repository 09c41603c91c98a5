//go:build race

package sched

const raceEnabled = true

// Wanted is the poll. The detector does not see it: an atomic load costs some
// twenty times as much there, and would order what two goroutines do that have
// nothing to do with each other.
//
//go:norace
func Wanted() bool { return want.flag != 0 }
