package sched

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// quietTime is how long the seeker naps after the last computation before it
// parks for good.
const quietTime = time.Second

// idle are the workers without work, and the roles among them: one seeks, the
// others are parked until the role comes to them. When the seeker itself goes
// to sleep, the whole process is quiet: no timer, no system call.
var idle idlers

type idlers struct {
	awake  atomic.Bool            // a worker works, seeks or naps: who enters must wake nobody for work to be found
	napper atomic.Pointer[Runner] // the seeker, while it naps: whom to wake for what it does not know of yet

	surplus atomic.Bool // more workers than wanted; changed under mu

	mu      sync.Mutex
	seeker  *worker
	sleeper *worker   // the seeker, asleep for good
	parked  []*worker // waiting for the role; the last to come is the first to go
	started int       // workers that have not retired
	wanted  int       // workers that the open pools want
}

// resize follows the open pools' limits: the process has as many workers as
// the largest of them can use beside a caller.
func (i *idlers) resize() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.wanted = 0
	for _, p := range openPools() {
		i.wanted = max(i.wanted, int(p.limit.Load())-1)
	}
	i.surplus.Store(i.started > i.wanted)
	if i.started <= i.wanted {
		if i.started > 0 && i.seeker == nil {
			i.startOne() // all have work: nobody else would start the next
		}
		return
	}
	for _, w := range i.parked {
		w.parker.Unpark()
	}
	if i.sleeper != nil {
		i.sleeper.parker.Unpark()
	}
}

// seek takes the seeker's role for w if it is free, and reports whether w has
// it. A surplus worker gives it up.
func (i *idlers) seek(w *worker) bool {
	if w.seeks && !i.surplus.Load() {
		return true
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.started > i.wanted {
		i.drop(w)
		return false
	}
	return i.assume(w)
}

// assume gives w the role if it is free.
func (i *idlers) assume(w *worker) bool {
	if i.seeker == nil {
		i.seeker, w.seeks = w, true
	}
	return w.seeks
}

// drop takes the role from w.
func (i *idlers) drop(w *worker) {
	if w.seeks {
		i.seeker, w.seeks = nil, false
	}
}

// passOn gives w's role to the next: a parked worker or a new one. What w took
// may be the first of much, and whoever comes next finds the rest. [I5]
func (i *idlers) passOn(w *worker) {
	if !w.seeks {
		return
	}
	w.seeks = false
	i.mu.Lock()
	next := i.successor()
	i.mu.Unlock()
	if next != nil {
		next.parker.Unpark()
	}
}

// successor names the next seeker. It returns it if it must be woken; a new
// worker starts by itself.
func (i *idlers) successor() *worker {
	i.seeker = nil
	if n := len(i.parked); n > 0 {
		w := i.parked[n-1]
		i.parked[n-1] = nil
		i.parked = i.parked[:n-1]
		i.seeker, w.seeks = w, true
		return w
	}
	i.startOne()
	return nil
}

// startOne starts a worker in the seeker's role, if the pools want one more.
func (i *idlers) startOne() {
	if i.started >= i.wanted || inBubble() {
		return
	}
	i.started++
	i.awake.Store(true) // [I4]
	w := &worker{Runner: newRunner(), seeks: true}
	i.seeker = w
	w.start()
}

// await parks w until the role comes to it. It reports false if w has to
// retire instead. The first second of parking is a nap, from which the seeker
// that passes its role on wakes w sooner and at less cost.
func (i *idlers) await(w *worker) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.parked = append(i.parked, w)
	for start := now(); !w.seeks; {
		if i.started > i.wanted {
			i.retire(w)
			return false
		}
		if i.assume(w) {
			i.leave(w)
			break
		}
		fast := len(i.parked) <= 2*int(procs.Load()) // a nap takes a thread, a park does not
		i.mu.Unlock()
		if fast && now()-start < int64(quietTime) && procs.Load() > 1 {
			w.parker.Nap(quietTime)
		} else {
			w.parker.Park()
		}
		i.mu.Lock()
	}
	return true
}

// leave takes w out of the parked.
func (i *idlers) leave(w *worker) {
	if k := slices.Index(i.parked, w); k >= 0 {
		i.parked = slices.Delete(i.parked, k, k+1)
	}
}

// retire takes w out for good. If nobody seeks, one of the parked must look.
func (i *idlers) retire(w *worker) {
	i.leave(w)
	i.started--
	i.surplus.Store(i.started > i.wanted)
	if i.started == 0 {
		i.awake.Store(false)
	} else if n := len(i.parked); i.seeker == nil && n > 0 {
		i.parked[n-1].parker.Unpark()
	}
}

// sleep parks the seeker until somebody enters: the last rung. [I1]-[I4]
func (i *idlers) sleep(w *worker) {
	i.mu.Lock()
	i.sleeper = w
	i.awake.Store(false) // [I1]
	i.mu.Unlock()
	if !running() && !board.any() { // [I2]
		w.parker.Park() // [I3] a stale token only costs a round
	}
	i.mu.Lock()
	i.sleeper = nil
	i.awake.Store(true)
	i.mu.Unlock()
}

// running reports whether any computation runs in a pool that wants workers.
func running() bool {
	for _, p := range openPools() {
		if p.busy.Load() > 0 && p.limit.Load() > 1 {
			return true
		}
	}
	return false
}

// wakeFor wakes the sleeper, or starts the first worker, because something
// begins in p. [E3]
func (i *idlers) wakeFor(p *Pool) {
	if p.limit.Load() <= 1 {
		return
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	switch {
	case i.awake.Load():
	case i.sleeper != nil:
		i.awake.Store(true) // [I4]
		i.sleeper.parker.Unpark()
	case i.seeker == nil:
		i.startOne()
	}
}

// nudge sees to it that somebody idle looks at an offer that nobody asked for.
func (i *idlers) nudge(p *Pool) {
	if !i.rouse() && !i.awake.Load() {
		i.wakeFor(p)
	}
}

// rouse wakes the seeker if it naps, and reports whether it did.
func (i *idlers) rouse() bool {
	if i.napper.Load() == nil {
		return false
	}
	r := i.napper.Swap(nil)
	if r != nil {
		nobody.counters.wakes.Add(1)
		r.parker.Unpark()
	}
	return r != nil
}
