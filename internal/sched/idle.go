package sched

import (
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
	awake  atomic.Bool            // a worker works, seeks or naps: who enters need wake nobody
	napper atomic.Pointer[Runner] // the seeker, while it naps: whom to wake for an offer that nobody asked for

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
		i.wanted = max(i.wanted, p.Limit()-1)
	}
	if i.started <= i.wanted {
		return
	}
	for _, w := range i.parked {
		w.parker.Unpark()
	}
	if i.sleeper != nil {
		i.sleeper.parker.Unpark()
	}
}

// seek takes the seeker's role for w if it is free, and reports whether w has it.
func (i *idlers) seek(w *worker) bool {
	if w.seeks {
		return !i.retires(w)
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.seeker != nil || i.started > i.wanted {
		return false
	}
	i.seeker, w.seeks = w, true
	return true
}

// retires reports whether w has to give the role up to retire.
func (i *idlers) retires(w *worker) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.started <= i.wanted {
		return false
	}
	i.seeker, w.seeks = nil, false
	return true
}

// passOn gives w's role to the next: a parked worker or a new one. What w took
// may be the first of much, and whoever comes next finds the rest.
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
		w.waiting = false
		i.seeker, w.seeks = w, true
		return w
	}
	i.startOne()
	return nil
}

// startOne starts a worker in the seeker's role, if the pools want one more.
func (i *idlers) startOne() {
	if i.started >= i.wanted {
		return
	}
	i.started++
	w := &worker{Runner: newRunner(), seeks: true}
	i.seeker = w
	w.start()
}

// await parks w until the role comes to it. It reports false if w has to
// retire instead.
func (i *idlers) await(w *worker) bool {
	i.mu.Lock()
	if i.seeker == nil && i.started <= i.wanted {
		i.seeker, w.seeks = w, true
		i.mu.Unlock()
		return true
	}
	i.parked = append(i.parked, w)
	w.waiting = true
	for start := now(); w.waiting; {
		if i.started > i.wanted {
			i.retire(w)
			i.mu.Unlock()
			return false
		}
		i.mu.Unlock()
		if now()-start < int64(quietTime) {
			w.parker.Nap(quietTime)
		} else {
			w.parker.Park()
		}
		i.mu.Lock()
	}
	i.mu.Unlock()
	return true
}

// retire takes w out of the parked, for good.
func (i *idlers) retire(w *worker) {
	for k, p := range i.parked {
		if p == w {
			i.parked = append(i.parked[:k], i.parked[k+1:]...)
			break
		}
	}
	w.waiting = false
	i.started--
	if i.started == 0 {
		i.awake.Store(false)
	}
}

// sleep parks the seeker until somebody enters: the last rung. [I1]-[I4]
func (i *idlers) sleep(w *worker) {
	i.mu.Lock()
	i.sleeper = w
	i.awake.Store(false) // [I1]
	i.mu.Unlock()
	if !running() && board.size.Load() == 0 { // [I2]
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
	if i.awake.Swap(true) {
		return
	}
	if i.sleeper != nil {
		i.sleeper.parker.Unpark()
		return
	}
	if i.seeker == nil && len(i.parked) > 0 {
		i.successor().parker.Unpark()
		return
	}
	i.startOne()
}

// nudge sees to it that somebody idle looks at an offer that nobody asked for.
func (i *idlers) nudge(p *Pool) {
	if r := i.napper.Swap(nil); r != nil {
		r.parker.Unpark()
	} else if !i.awake.Load() {
		i.wakeFor(p)
	}
}
