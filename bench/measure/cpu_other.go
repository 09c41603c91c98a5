//go:build (!unix || aix) && !windows

package measure

import "time"

// Not every system says; results then leave the processor time out.
func processorTime() (time.Duration, bool) { return 0, false }
