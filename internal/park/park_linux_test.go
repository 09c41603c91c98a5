package park_test

import (
	"syscall"
	"testing"
	"time"

	"github.com/takt-go/takt/internal/park"
)

func processorTime(t *testing.T) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// What waits must sleep: a wait that spins would pass all the other tests.
func TestWaitingCostsNoProcessorTime(t *testing.T) {
	const d = 200 * time.Millisecond
	var p park.Parker
	go func() {
		time.Sleep(d)
		p.Unpark()
	}()
	before := processorTime(t)
	for p.Nap(d / 8); !p.Nap(long); {
	}
	if used := processorTime(t) - before; used > d/4 {
		t.Errorf("naps of %v used %v", d, used)
	}
	go func() {
		time.Sleep(d)
		p.Unpark()
	}()
	before = processorTime(t)
	p.Park()
	if used := processorTime(t) - before; used > d/4 {
		t.Errorf("a park of %v used %v", d, used)
	}
}
