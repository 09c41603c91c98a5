package sched

import (
	"runtime"
	"sync/atomic"
)

// procs is GOMAXPROCS as last seen: asking the runtime takes its lock.
var procs atomic.Int32

// followProcs notices when GOMAXPROCS has changed.
func followProcs() {
	n := int32(runtime.GOMAXPROCS(0))
	if procs.Load() == n {
		return
	}
	open.mu.Lock()
	procs.Store(n)
	for _, p := range openPools() { // under the lock, so that no closed pool gets a limit
		if p.fixed == 0 {
			p.limit.Store(n)
		}
	}
	open.mu.Unlock()
	idle.resize()
}
