package sched

import (
	"runtime"
	"testing"
	"time"
)

// The goroutine of a failed root helps with what is left, and meets an exit
// there: it must still give its slot back.
func TestExitMetWhileARootEndsLeavesNothingBehind(t *testing.T) {
	broken(t, "an exit in a job that End helps with leaves End half way")
	settleWorkers(t)
	p := openPool(t, 2)
	for p.Stats().Helped == 0 {
		done := make(chan struct{})
		go func() {
			defer close(done)
			r := Begin(&p.outside)
			defer func() { r.EndFailed(recover()) }()
			j := offer(r, func(t Task) {
				w := RunnerOf(t)
				k := offer(w, func(Task) { runtime.Goexit() })
				for i := 0; i < 100 && k.state.Load() == offered; i++ {
					time.Sleep(100 * time.Microsecond)
				}
				w.Join(&k.Job)
			})
			idle.nudge(p)
			for j.state.Load() == offered {
				time.Sleep(10 * time.Microsecond)
			}
			panic("the root fails while its job runs")
		}()
		<-done
	}
	eventually(t, "all slots are free", func() bool { return p.busy.Load() == 0 })
}
