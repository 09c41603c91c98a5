package sched

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
