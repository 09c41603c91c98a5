package sched

import (
	"sync/atomic"
	"time"
)

// Hammer is for tests: until stop is called, the flag is up nearly all the
// time, so that nearly every poll of a goroutine with a fork promotes it, and
// workers look for offers all the time. It returns how many answers it got.
func Hammer() (stop func() int) {
	var off atomic.Bool
	done := make(chan int)
	go func() {
		r := newRunner()
		answers := 0
		for !off.Load() {
			answers += r.hammer()
		}
		done <- answers
	}()
	return func() int {
		off.Store(true)
		return <-done
	}
}

// hammer asks a few hundred times, without any pace, and lets others run.
func (r *Runner) hammer() (answers int) {
	defer time.Sleep(time.Microsecond)
	if !want.asker.CompareAndSwap(nil, r) {
		return 0
	}
	for range 300 {
		r.asked = want.answers.Load()
		atomic.StoreUint32(&want.flag, up)
		for i := 0; i < 100 && !r.answered(); i++ {
		}
		if r.answered() {
			answers++
			if n := idle.napper.Swap(nil); n != nil {
				n.parker.Unpark()
			}
		}
	}
	withdraw()
	return answers
}
