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
	fork     *Frame  // the barrier's own fork, on the heap, kept for the next barrier here; its Parent is nil unless in use
	kind     Word    // of fork
}

// levels are a runner's barriers, from the outermost, which is the oldest. The
// slice keeps forks beyond its length for later barriers.
type levels struct {
	all  []level
	next int // the first that may have something left to give
}

// push begins a barrier with nothing above it.
func (s *levels) push() *level {
	n := len(s.all)
	if n == cap(s.all) {
		s.all = append(s.all, level{})
	} else {
		s.all = s.all[:n+1]
	}
	l := &s.all[n]
	l.distance, l.escaped = 0, nil
	return l
}

// reach makes the chain of t, which ends in unpromoted frames, what lies above l.
func (l *level) reach(t Task) {
	if !stackInReach {
		return
	}
	if l.distance = distance(t.Top); l.distance == 0 {
		l.escaped = heapFrame(t)
	}
}

// above returns the newest frame above the barrier, or nil if there is none or
// it is out of reach.
func (l *level) above() *Frame {
	if l.distance != 0 {
		return frameAt(l.distance)
	}
	return l.escaped
}

// pop ends the innermost barrier, the n-th.
func (s *levels) pop(n int) {
	if n != len(s.all)-1 {
		panic(errStrayed)
	}
	if invariant.Enabled {
		f := s.all[n].fork
		invariant.Check(f == nil || f.Parent == nil, "levels.joined: a barrier returned before its fork was joined")
	}
	s.all = s.all[:n]
	s.next = min(s.next, n)
}

// cut drops the levels from the n-th on, and the forks that a panic left there.
func (s *levels) cut(n int) {
	if n > len(s.all) {
		return // a strayed task has cut further already, and was reported
	}
	for i := n; i < len(s.all); i++ {
		l := &s.all[i]
		if l.fork != nil && l.fork.Parent != nil {
			l.fork, l.kind = nil, nil
		}
	}
	s.all = s.all[:n]
	s.next = min(s.next, n)
}
