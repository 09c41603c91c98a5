package sched

import "github.com/takt-go/takt/internal/invariant"

// A level is one barrier on a runner's stack: a place where a function value
// got the root task, with whatever can be given away from above it.
//
// A frame on the heap never points to one on the stack, since the runtime would
// not adjust it when the stack moves. A level, which lies on the heap, remembers
// the chain above by its distance from the stack's end instead: that is what a
// move preserves.
type level struct {
	distance uintptr // from the newest frame above to the end of the stack; 0: none there
	escaped  *Frame  // the newest frame above, if it lies on the heap
	fork     *Frame  // the barrier's own fork, on the heap; nil if it has none
}

// levels are a runner's barriers, from the outermost, which is the oldest.
type levels struct {
	all       []level
	next      int  // the first that may have something left to give
	beatAbove bool // a beat found nothing in reach: barriers beat when control is back
}

// push begins a barrier below t.
func (s *levels) push(t Task) {
	var l level
	if t.Top.Parent != nil && stackInReach {
		if l.distance = distance(t.Top); l.distance == 0 {
			l.escaped = heapFrame(t)
		}
	}
	s.all = append(s.all, l)
}

// above returns the newest frame above the barrier, or nil if there is none or
// it is out of reach.
func (l *level) above() *Frame {
	if l.distance != 0 {
		return frameAt(l.distance)
	}
	return l.escaped
}

// cut drops the levels from the n-th on.
func (s *levels) cut(n int) {
	if invariant.Enabled {
		invariant.Check(n <= len(s.all), "levels.nested: a barrier ended twice")
	}
	clear(s.all[n:])
	s.all = s.all[:n]
	s.next = min(s.next, n)
}
