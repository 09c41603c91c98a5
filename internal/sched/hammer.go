package sched

import (
	"runtime"
	"sync/atomic"
)

// Hammer is for tests: until stop is called, the flag is up nearly all the
// time, so that nearly every poll of a goroutine with a fork promotes it, and
// workers look for offers all the time. It keeps one processor busy. stop
// returns how many answers it got.
func Hammer() (stop func() int) {
	var off atomic.Bool
	began, done := make(chan bool, 1), make(chan int)
	go func() {
		r := newRunner()
		answers := 0
		for !off.Load() {
			if want.asker.CompareAndSwap(nil, r) {
				began <- true
				answers += r.hammer(&off)
				withdraw()
			}
			runtime.Gosched()
		}
		done <- answers
	}()
	<-began
	return func() int {
		off.Store(true)
		return <-done
	}
}

// hammer asks without any pace until off, and lets others run with the flag up.
func (r *Runner) hammer(off *atomic.Bool) (answers int) {
	for !off.Load() {
		r.asked = want.answers.Load()
		atomic.StoreUint32(&want.flag, up)
		for i := 0; i < 300 && !r.answered(); i++ {
		}
		if !r.answered() {
			runtime.Gosched()
		}
		if r.answered() {
			answers++
			idle.rouse()
		}
	}
	return answers
}
