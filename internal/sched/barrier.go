package sched

import (
	"github.com/takt-go/takt/internal/invariant"
)

// A Scope is where a runner stood when a barrier, a job or a root began: all
// that came after belongs to it.
type Scope struct {
	mark     uint64 // youngest offer before it
	levels   int32  // barriers around it
	groups   int32  // groups before it
	returned bool
}

func (r *Runner) scope() Scope {
	return Scope{
		mark:   r.offers.seq,
		levels: int32(len(r.levels.all)),
		groups: int32(len(r.groups)),
	}
}

// enter begins a barrier below t; its Leave must be deferred.
func (r *Runner) enter(t Task) Scope {
	s := r.scope()
	r.levels.push(t)
	return s
}

// Returned tells Leave that the barrier's functions ended by themselves.
func (s *Scope) Returned() { s.returned = true }

// Leave ends a barrier. If its functions panicked or exited, it settles what
// they left, so that nothing of the barrier runs when the panic goes on.
func (r *Runner) Leave(s *Scope) {
	if s.returned {
		r.levels.cut(int(s.levels))
		return
	}
	r.unwind(s)
}

// unwind settles what is left of a scope: what nobody took is cancelled, and
// the rest waited for, so that nothing of it runs any more. After a normal
// return that is only what was never joined. [S1]
func (r *Runner) unwind(s *Scope) {
	r.levels.cut(int(s.levels))
	for len(r.groups) > int(s.groups) {
		r.groups[len(r.groups)-1].abandon(r)
	}
	for j := r.offers.since(s.mark); j != nil; j = r.offers.since(s.mark) {
		if !r.offers.takeBack(j) {
			r.wait(j)
			r.offers.remove(j)
		}
	}
}

// BeatAbove is for the end of a barrier, with the task of its caller: it beats
// if somebody inside saw the flag and had nothing in reach.
func (r *Runner) BeatAbove(t Task) {
	if r.levels.beatAbove {
		r.levels.beatAbove = false
		if Wanted() {
			Beat(t)
		}
	}
}

// someFrame is the parent of heap forks that nobody promoted: only that it is
// not nil counts.
var someFrame Frame

// Push makes f, on the heap, the fork of the innermost barrier. If somebody
// asks already, he gets the oldest fork at once.
func (r *Runner) Push(f *Frame, kind Word) {
	f.Parent, f.Link = &someFrame, kind
	r.levels.all[len(r.levels.all)-1].fork = f
	if Wanted() {
		beat(Task{&r.root})
	}
}

// Pop takes f back off. It reports whether f is still a fork: the caller then
// runs its function; else f is joined like any promoted frame.
func (r *Runner) Pop(f *Frame) bool {
	l := &r.levels.all[len(r.levels.all)-1]
	if invariant.Enabled {
		invariant.Check(l.fork == f, "levels.nested: popped a fork that is not the youngest")
	}
	l.fork = nil
	return f.Parent != nil
}

// freeSlots is how many kinds of heap forks a runner keeps between uses.
const freeSlots = 8

// freeList holds heap forks of one kind, linked by parent.
type freeList struct {
	kind Word
	head *Frame
}

func (r *Runner) freeList(kind Word) *freeList {
	return &r.free[uintptr(kind)>>5%freeSlots]
}

// Get returns a heap fork of the given kind that Put left, or nil.
func (r *Runner) Get(kind Word) *Frame {
	l := r.freeList(kind)
	f := l.head
	if f == nil || l.kind != kind {
		return nil
	}
	l.head = f.Parent
	return f
}

// Put keeps f, a heap fork that nobody uses, for the next Get.
func (r *Runner) Put(f *Frame, kind Word) {
	l := r.freeList(kind)
	if l.kind != kind {
		l.kind, l.head = kind, nil
	}
	f.Parent = l.head
	l.head = f
}
