//go:build linux && !taktportable

package park

import "testing"

// TakeFutexAway makes the kernel refuse the futex call until the test ends.
func TakeFutexAway(t testing.TB) {
	old := futexTrap
	futexTrap = 0xffff // no such call: ENOSYS
	t.Cleanup(func() { futexTrap = old })
}
