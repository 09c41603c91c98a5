package takt_test

import (
	"syscall"
	"testing"
	"time"

	"github.com/takt-go/takt"
)

// processorTime is what this process has used so far.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// A wait that spins would use as much time as it waits.
func TestCase020WaitingUsesNoProcessor(t *testing.T) {
	const work = 300 * time.Millisecond
	inOneProcessor(t, func(t *testing.T, p *takt.Pool) {
		used := quickest(5, work/4, func() time.Duration {
			before := processorTime()
			takt.Do(outside(p), func(takt.Task) {}, func(takt.Task) { time.Sleep(work) }, func(takt.Task) {})
			return processorTime() - before
		})
		if used > work/4 {
			t.Errorf("used %v of the processors while all slept for %v", used, work)
		}
	})
}
