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
	inside := chainRegion(n) + 1
	if *returned {
		r.levels.pop(n)
		if r.deepest < inside && len(r.groups) == 0 {
			return
		}
	}
	r.unwind(&Scope{levels: n, region: inside, groups: r.groupsBefore(n)})
	r.deepest = inside - 1
}

// A Scope is where a runner stood when a barrier, a job or a root began: all
// that came after belongs to it.
type Scope struct {
	mark   uint64 // youngest offer before it, where regions cannot tell; else 0
	levels int    // barriers around it
	region int32  // of its own forks; those further out may be offered after it began
	groups int    // groups before it
}

// scope is that of a job which r is about to run.
func (r *Runner) scope() Scope {
	n := len(r.levels.all)
	return Scope{r.offers.seq, n, chainRegion(n), len(r.groups)}
}

// groupsBefore counts the groups that were made outside the barrier at level n.
func (r *Runner) groupsBefore(n int) int {
	k := len(r.groups)
	for k > 0 && r.groups[k-1].level > n {
		k--
	}
	return k
}

// unwind settles what is left of a scope: what nobody took is cancelled, and
// the rest waited for, so that nothing of it runs any more. After a normal
// return that is only what was never joined. [S1]-[S3]
func (r *Runner) unwind(s *Scope) {
	before := r.settling
	r.settling = true // so nothing below runs foreign code, which could leave half way
	r.levels.cut(s.levels)
	for len(r.groups) > s.groups {
		r.groups[len(r.groups)-1].abandon(r)
	}
	for j := r.offers.last(s); j != nil; j = r.offers.last(s) {
		if r.offers.takeBack(j) {
			j.cancel()
		} else {
			r.wait(j)
			r.offers.remove(j)
		}
	}
	r.settling = before
}

// freeSlots is how many kinds of heap forks a runner keeps beside those of its
// levels.
const freeSlots = 8

// freeList holds forks of one kind, linked by parent.
type freeList struct {
	kind Word
	head *Frame
}

func (r *Runner) freeList(kind Word) *freeList { return &r.free[uintptr(kind)>>5%freeSlots] }

// exchange makes l's fork one of the given kind, or nil if none is left over,
// and keeps the one that was there.
func (r *Runner) exchange(l *level, kind Word) {
	if old := l.fork; old != nil {
		list := r.freeList(l.kind)
		if list.kind != l.kind {
			list.kind, list.head = l.kind, nil
		}
		old.Link = nil
		old.Parent, list.head = list.head, old
	}
	l.kind, l.fork = kind, nil
	if list := r.freeList(kind); list.kind == kind && list.head != nil {
		l.fork = list.head
		list.head = l.fork.Parent
		l.fork.Parent = nil
	}
}
