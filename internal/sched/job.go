package sched

import (
	"sync/atomic"
	"unsafe"
)

// States of a job. Who moves it from offered to taken runs it (or cancels it):
// taking, taking back, stealing and cancelling are that one compare-and-swap.
const (
	offered uint32 = iota // anybody may take it
	taken                 // somebody runs it, or it was cancelled
	awaited               // as taken, and its owner sleeps until it is done
	done                  // its result and its failure can be read
)

// A Job is a promoted fork: a copy on the heap that other goroutines may run.
// The typed part (function, argument, result) follows it in memory.
type Job struct {
	anchor        // who promoted it, and where walks from its frame end: the owner
	kind     Word // how to run it
	executor atomic.Pointer[Runner]
	under    *Job         // what its owner was running when it was promoted; nil in a root
	comp     *Computation // what it belongs to
	failure  *Failure     // what its body ended with; owned like the result
	older    *Job         // neighbours on the list of offers
	newer    *Job
	seq      uint64 // position on that list: larger came later
	group    *Group // whom to tell when it is done; nil for forks
	state    atomic.Uint32
	joined   bool  // its owner came for it
	region   int32 // how far in its fork is on its owner's stack: see chainRegion
}

// init is [P2].
func (j *Job) init(r *Runner, kind Word, p place) {
	j.runner = r
	j.kind = kind
	j.under = p.job
	j.region = p.region
	j.comp = r.comp
}

// claim is [T2]: whoever gets true owns the body of j from here on.
func (j *Job) claim() bool {
	return j.state.Load() == offered && j.state.CompareAndSwap(offered, taken)
}

// cancel ends a job that its owner has claimed and that nobody will run. To join
// it later is a misuse, which must not hang.
func (j *Job) cancel() {
	j.failure = &Failure{Value: errCancelled}
	j.state.Store(done)
}

// isDone is [J4]: after true, result and failure are ours to read.
func (j *Job) isDone() bool { return j.state.Load() == done }

// finish is [F1]: it publishes result and failure. The owner may return from
// its call from here on, so j and all it points to are not ours any more.
func (j *Job) finish() {
	owner, group := j.runner, j.group
	if j.state.Swap(done) == awaited {
		owner.parker.Unpark()
	}
	if group != nil {
		group.finished(j)
	}
}

// sleepOn is [J5]: it moves j from taken to awaited. False: it is done already.
func (j *Job) sleepOn() bool { return j.state.CompareAndSwap(taken, awaited) }

// wakeFrom undoes sleepOn, if the job is not done.
func (j *Job) wakeFrom() { j.state.CompareAndSwap(awaited, taken) }

// link is [P3]: it makes f an anchor that leads to j.
func (j *Job) link(f *Frame) {
	f.Link = unsafe.Pointer(j)
	f.Parent = nil
}

// jobOf returns the job of a promoted frame.
func jobOf(f *Frame) *Job { return (*Job)(f.Link) }
