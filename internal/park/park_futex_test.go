//go:build linux && !taktportable

package park_test

import (
	"os"
	"os/signal"
	"runtime"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/takt-go/takt/internal/park"
)

func TestSignalsDoNotCutNapShort(t *testing.T) {
	seen := make(chan os.Signal, 64)
	signal.Notify(seen, syscall.SIGUSR1)
	defer signal.Stop(seen)
	const d, signals = 50 * time.Millisecond, 8
	var p park.Parker
	thread := make(chan int)
	end := make(chan time.Duration)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		thread <- syscall.Gettid()
		start := time.Now()
		if p.Nap(d) {
			t.Error("a signal passed for a token")
		}
		end <- time.Since(start)
	}()
	tid := <-thread
	for range signals {
		time.Sleep(d / (4 * signals))
		syscall.Syscall(syscall.SYS_TGKILL, uintptr(os.Getpid()), uintptr(tid), uintptr(syscall.SIGUSR1))
	}
	if got := <-end; got < d {
		t.Errorf("a nap of %v ended after %v", d, got)
	}
	<-seen
}

func TestNapWithoutFutexCall(t *testing.T) {
	park.TakeFutexAway(t)
	var p park.Parker
	const d = 5 * time.Millisecond
	start := time.Now()
	if p.Nap(d) {
		t.Error("a token from nowhere")
	}
	if got := time.Since(start); got < d {
		t.Errorf("a nap of %v ended after %v", d, got)
	}
	got := make(chan bool)
	go func() { got <- p.Nap(long) }()
	untilAsleep(&p)
	before := processorTime(t)
	time.Sleep(20 * time.Millisecond)
	if used := processorTime(t) - before; used > 10*time.Millisecond {
		t.Errorf("it spins: %v of processor time in 20ms", used)
	}
	p.Unpark()
	if !within(t, got) {
		t.Error("the nap took no token")
	}
}

// One processor, a goroutine ready to run on it, and a nap so short that the runtime doesn't take the processor away
// meanwhile.
func TestNapLetsOthersRunAfterwards(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	const tries = 100
	var p park.Parker
	ran := 0
	for range tries {
		var other atomic.Bool
		go other.Store(true)
		p.Nap(time.Microsecond)
		if other.Load() {
			ran++
		}
	}
	// Now and then the scheduler serves the napper's queue first.
	if ran < tries*3/4 {
		t.Errorf("the other goroutine ran in %d of %d naps", ran, tries)
	}
}
