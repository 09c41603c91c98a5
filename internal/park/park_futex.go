//go:build linux && !taktportable

package park

import (
	"runtime"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"
)

// Kind names how Nap sleeps: "futex" or "channel".
const Kind = "futex"

// Operations of the futex system call, for words that no other process shares.
const (
	futexWaitPrivate = 0 | 128
	futexWakePrivate = 1 | 128
)

// coarse is how often a nap looks at the word where the kernel refuses the system call.
const coarse = 100 * time.Microsecond

// futexTrap is a variable so that a test can take the system call away.
var futexTrap uintptr = syscall.SYS_FUTEX

// The kernel is given the address of an atomic.Uint32, which therefore must be nothing but its 32 bits.
var _ = [1]struct{}{}[unsafe.Sizeof(atomic.Uint32{})-4]

// napTimer is empty: the kernel does the timing.
type napTimer struct{}

func (napTimer) ready(*Parker) {}

// doze is steps O3 and O4 of Nap.
func (p *Parker) doze(d time.Duration) bool {
	at(stepAnnounced, p)
	start := time.Now()
	for left := d; left > 0; left = d - time.Since(start) {
		p.wait(left)
		// A signal or a late wake-up ends a wait early; only the word tells.
		if p.word.Load() != napping {
			break
		}
	}
	at(stepWoke, p)
	got := p.take()
	// A goroutine in a system call holds on to its processor until the runtime takes it away, which may be later than
	// the end of this nap. Goroutines that became runnable there have waited all that time: let them go first.
	runtime.Gosched()
	return got
}

// wait sleeps until the word is not napping, d has passed, or for no reason at all.
func (p *Parker) wait(d time.Duration) {
	ts := syscall.NsecToTimespec(int64(d))
	_, _, err := syscall.Syscall6(futexTrap, uintptr(unsafe.Pointer(&p.word)), futexWaitPrivate, uintptr(napping),
		uintptr(unsafe.Pointer(&ts)), 0, 0)
	switch err {
	case 0, syscall.EAGAIN, syscall.EINTR, syscall.ETIMEDOUT:
	default:
		// A sandbox, a 32-bit kernel that has only the 64-bit form of the call, or more seconds than a 32-bit
		// architecture can say. The token is in the word, so it is enough to look often.
		time.Sleep(min(d, coarse))
	}
}

// rouse wakes the owner if it sleeps in wait. The call is raw because it does not block: telling the runtime's
// scheduler about it would cost more than it takes. There is no error it could act on.
func (p *Parker) rouse() {
	syscall.RawSyscall6(futexTrap, uintptr(unsafe.Pointer(&p.word)), futexWakePrivate, 1, 0, 0, 0)
}
