package sched

import (
	"sync/atomic"
)

// Values of the flag.
const (
	down   uint32 = iota
	up            // raised; its asker spins or works
	upAsks        // raised; its asker naps and must be woken
)

// want is the one word that every poll in the process looks at. An idle runner
// raises it, and the first busy one to notice and to have something takes it
// down and gives away its oldest fork. It is level-triggered: it stands until
// it is answered or its asker leaves. It names neither pool nor worker: a task
// would have to walk its chain at every poll to learn whether it is meant.
var want struct {
	_       [128]byte // other processors read flag all the time: nothing else may share its line
	flag    uint32
	_       [124]byte
	asker   atomic.Pointer[Runner] // who raised it, or is about to
	answers atomic.Uint32          // how often it was answered, counted after the offer is there
	misses  atomic.Int32           // how often it was seen by those who have nothing, since it was raised
	walked  atomic.Int64           // nanoseconds that the answer took, if its walk was long
	_       [128]byte
}

// raise puts the flag up for r, unless somebody else asks. [B1]
func raise(r *Runner) bool {
	if !want.asker.CompareAndSwap(nil, r) {
		return false
	}
	want.misses.Store(0)
	r.asked = want.answers.Load()
	atomic.StoreUint32(&want.flag, up)
	r.stats().asks.Add(1)
	return true
}

// napWithFlag tells whoever answers that the asker must be woken. False: somebody
// answers already. [B2]
func napWithFlag() bool { return atomic.CompareAndSwapUint32(&want.flag, up, upAsks) }

// wakeWithFlag undoes napWithFlag.
func wakeWithFlag() { atomic.CompareAndSwapUint32(&want.flag, upAsks, up) }

// withdraw takes r's flag down, answered or not, and lets others ask. [B6]
func withdraw() {
	atomic.StoreUint32(&want.flag, down)
	want.asker.Store(nil)
}

// answered reports whether an answer came since r raised the flag.
func (r *Runner) answered() bool { return want.answers.Load() != r.asked }

// takeDown is [B4]: among all that see the flag, one answers. It returns what
// the flag was, or down if somebody else was faster.
func takeDown() uint32 {
	for {
		v := atomic.LoadUint32(&want.flag)
		if v == down || atomic.CompareAndSwapUint32(&want.flag, v, down) {
			return v
		}
	}
}

// answer is [B5], after the offer is on a list: it wakes an asker that naps.
// The asker may have left since, and another have come: then that one wakes
// for nothing, which every nap allows for.
func answer(was uint32) {
	want.answers.Add(1)
	if was == upAsks {
		if a := want.asker.Load(); a != nil {
			a.parker.Unpark()
		}
	}
}

// miss counts that the flag was seen by somebody with nothing to give.
func miss() { want.misses.Add(1) }
