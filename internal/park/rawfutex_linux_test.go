package park_test

import (
	"sync/atomic"
	"syscall"
	"testing"
	"unsafe"
)

// benchmarkRawFutex is the least that a futex can do: untimed, one word, no states.
func benchmarkRawFutex(b *testing.B) {
	const wait, wake = 0 | 128, 1 | 128
	b.Run("futex", func(b *testing.B) {
		w := new(uint32)
		wakeLatency(b, func() {
			for atomic.LoadUint32(w) == 0 {
				syscall.Syscall6(syscall.SYS_FUTEX, uintptr(unsafe.Pointer(w)), wait, 0, 0, 0, 0)
			}
			atomic.StoreUint32(w, 0)
		}, func() {
			atomic.StoreUint32(w, 1)
			syscall.RawSyscall6(syscall.SYS_FUTEX, uintptr(unsafe.Pointer(w)), wake, 1, 0, 0, 0)
		})
	})
}
