package sched

import "unsafe"

// relay stands in for the kind of an unpromoted frame and knows the runner as
// well. A barrier needs the runner of its task; on a chain of a million forks
// the walk to its end would cost milliseconds each time, so the first long walk
// leaves relays behind, and later ones stop at the nearest.
type relay struct {
	runner *Runner // first: where an itab has the interface's type
	kind   Word
}

const (
	// relayEvery is the number of frames between two relays.
	relayEvery = 16
	// relayFrom is the length of a walk that is worth leaving relays.
	relayFrom = 48
)

// kindMark is what the first word of every Kind's itab holds: the type of the
// interface. No runner has that address.
var kindMark = firstWord(WordOf((*noKind)(nil)))

type noKind struct{}

func (*noKind) Promote(*Frame) (*Job, bool) { panic("sched: a kind without a fork") }
func (*noKind) Run(Task, *Job)              { panic("sched: a kind without a fork") }

func firstWord(p unsafe.Pointer) unsafe.Pointer { return *(*unsafe.Pointer)(p) }

// relayAt returns the relay at an unpromoted frame, or nil.
func relayAt(f *Frame) *relay {
	if firstWord(f.Link) == kindMark {
		return nil
	}
	return (*relay)(f.Link)
}

// kindOf returns the kind of an unpromoted frame.
func kindOf(f *Frame) Word {
	if l := relayAt(f); l != nil {
		return l.kind
	}
	return f.Link
}

// runnerOf walks from t to the nearest frame that knows the runner. A long walk
// leaves relays on its way, so that the next is short.
//
//go:linkname runnerOf github.com/takt-go/takt/internal/sched.runnerOf
func runnerOf(t Task) *Runner {
	f := t.Top
	if f == nil {
		return nil
	}
	n := 0
	for ; f.Parent != nil; f = f.Parent {
		if n >= relayEvery { // short chains have none, and long ones have the next within reach
			if l := relayAt(f); l != nil {
				return l.runner.relayed(t, n)
			}
		}
		n++
	}
	return (*anchor)(f.Link).runner.relayed(t, n)
}

// relayed makes each relayEvery-th of the n newest frames of t a relay, if they
// are many. r is nil in a chain from outside.
func (r *Runner) relayed(t Task, n int) *Runner {
	if n < relayFrom {
		return r
	}
	f := t.Top
	for i := 1; i < n; i++ {
		if i%relayEvery == 0 {
			f.Link = unsafe.Pointer(r.relay(f.Link))
		}
		f = f.Parent
	}
	return r
}

// relay returns a relay for the given kind, most often one that was there.
func (r *Runner) relay(kind Word) *relay {
	if r == nil {
		return &relay{nil, kind}
	}
	l := &r.relays[uintptr(kind)>>5%freeSlots]
	if *l == nil || (*l).kind != kind {
		*l = &relay{r, kind}
	}
	return *l
}
