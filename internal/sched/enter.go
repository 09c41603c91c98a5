package sched

// lookAtProcs is how many computations a runner begins between two looks at
// GOMAXPROCS, which take a lock of the runtime.
const lookAtProcs = 64

// Begin makes the calling goroutine a runner of the pool that o leads to: a
// caller, with no hand-over. It wakes the sleeper, or the seeker if that naps
// and what was taken lately was worth it. [E1]-[E3]
func Begin(o *Outside) *Runner {
	p := poolFor(o)
	p.busy.Add(1)           // [E1]
	if !idle.awake.Load() { // [E2]
		idle.wakeFor(p)
	} else if worthwhile.Load() && p.limit.Load() > 1 {
		idle.rouse()
	}
	r := runners.Get().(*Runner)
	r.own = Computation{pool: p, outside: o}
	r.comp = &r.own
	r.g = goroutine()
	if r.entered++; r.entered%lookAtProcs == 0 {
		followProcs() // nobody else does while no worker naps
	}
	r.offers.pool = p
	return r
}

// End ends a root computation whose body returned: nothing of it runs any more
// afterwards, and the goroutine is its own again. [L1]-[L3]
func (r *Runner) End() {
	r.unwind(&Scope{}) // [L1]
	p := r.comp.pool
	board.hide(&r.offers) // [L2]
	r.own = Computation{}
	r.comp = nil
	r.offers.seq = 0
	r.raised = nil
	r.deepest = 0
	r.g = 0 // a task that is kept and used later belongs to nobody
	runners.Put(r)
	p.busy.Add(-1) // [L3]
}

// EndFailed is End for a body that did not return. It says how it ended, given
// what recover returned.
func (r *Runner) EndFailed(recovered any) *Failure {
	f := r.caught(recovered)
	r.End()
	return f
}
