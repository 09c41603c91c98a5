package sched

import (
	"runtime"
	"testing"
	"time"
)

// What is left of a failed root may exit the goroutine that runs it. Its own
// goroutine must not: it waits without helping, and gives its slot back.
func TestExitLeftBehindByAFailedRootDoesNoHarm(t *testing.T) {
	settleWorkers(t)
	p := openPool(t, 2)
	for range 30 {
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
	if n := p.Stats().Helped; n != 0 {
		t.Errorf("the failed root helped with %d jobs", n)
	}
	eventually(t, "all slots are free", func() bool { return p.busy.Load() == 0 })
}
