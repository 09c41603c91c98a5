package sched

import _ "unsafe" // for go:linkname

// Live is the parent of a barrier's fork while nobody promoted it: only that it
// is not nil counts.
var Live = new(Frame)

// openBarrier begins a barrier below t: a call that hands the root task to function
// values. It returns the runner, or nil if t is from outside, and the level,
// for Leave, which must be deferred. If kind is not nil, it returns a fork of
// that kind to use, or nil if the caller has to make one and Adopt it.
//
//go:linkname openBarrier github.com/takt-go/takt/internal/sched.openBarrier
func openBarrier(t Task, kind Word) (r *Runner, n int, f *Frame) {
	if t.Top == nil {
		return nil, 0, nil
	}
	if t.Top.Parent != nil {
		r = runnerOf(t)
	} else {
		r = (*anchor)(t.Top.Link).runner
	}
	if r == nil {
		return nil, 0, nil
	}
	r.mustOwn()
	n = len(r.levels.all)
	l := r.levels.push()
	if t.Top.Parent != nil {
		l.reach(t)
	}
	if kind != nil && l.kind == kind {
		return r, n, l.fork
	}
	if kind != nil {
		r.exchange(l, kind)
	}
	return r, n, l.fork
}

// Adopt gives the barrier at level n its fork.
func (r *Runner) Adopt(n int, f *Frame) { r.levels.all[n].fork = f }

// Leave ends the barrier at level n. It settles what its functions left, so that
// nothing of the barrier runs when a panic or an exit goes on, and neither when
// they returned and had not joined or waited for something.
func (r *Runner) Leave(n int, returned *bool) {
	inside, groups := chainRegion(n)+1, r.groupsBefore(n)
	if *returned {
		r.levels.pop(n)
		if r.deepest < inside && len(r.groups) == groups {
			return
		}
	}
	r.unwind(&Scope{levels: n, region: inside, groups: groups})
	r.deepest = inside - 1
}
