package takt

import (
	"unsafe"

	"github.com/takt-go/takt/internal/sched"
)

// Both runs fa(a) and fb(b), perhaps at the same time, and returns both results
// when both have ended. It is Fork and Join for functions that the compiler
// cannot see through: interface methods, function values, closures. fa runs on
// the calling goroutine, fb there after it or on another one meanwhile. If
// somebody is idle and asks, fb is shared at once; otherwise whoever asks later
// gets it, at one of the polls below.
//
// Cost: two calls through function values and about 20 ns; no allocation in
// the long run. From outside it enters the pool, as [Call] does.
//
// Memory model: both calls happen after Both was called and before it returns,
// and are concurrent with each other.
//
// If fa panics or exits, fb may not run at all. Either way both have ended when
// the panic goes on: see [Call] for what it becomes.
func Both[A, B, RA, RB any](t Task, fa func(Task, A) RA, a A, fb func(Task, B) RB, b B) (ra RA, rb RB) {
	r := sched.RunnerOf(sched.Task{Top: t.top})
	if r == nil {
		return bothOutside(t, fa, a, fb, b)
	}
	kind := kindOf[B, RB]()
	f := newHeapFork[B, RB](r, kind)
	f.fn, f.arg = fb, b
	s := sched.EnterBarrier(r, sched.Task{Top: t.top})
	defer r.Leave(&s)
	r.Push(&f.frame, kind)
	root := rootOf(r)
	ra = fa(root, a)
	if r.Pop(&f.frame) {
		keepHeapFork(r, kind, f)
		rb = fb(root, b)
	} else if res, ok := f.Taken(); ok {
		keepHeapFork(r, kind, f)
		rb = res
	} else {
		keepHeapFork(r, kind, f)
		rb = fb(root, b)
	}
	s.Returned()
	r.BeatAbove(sched.Task{Top: t.top})
	return ra, rb
}

// newHeapFork returns a fork that lies on the heap, since function values get
// tasks that know of no stack frames, and a beat must find it from below them.
func newHeapFork[A, R any](r *sched.Runner, kind sched.Word) *Forked[A, R] {
	if f := r.Get(kind); f != nil {
		return (*Forked[A, R])(unsafe.Pointer(f))
	}
	return new(Forked[A, R])
}

// keepHeapFork leaves f for the next of its kind. Its argument must not stay
// reachable.
func keepHeapFork[A, R any](r *sched.Runner, kind sched.Word, f *Forked[A, R]) {
	var zero A
	f.fn, f.arg = nil, zero
	r.Put(&f.frame, kind)
}

// both is what Both is given, to enter with.
type both[A, B, RA, RB any] struct {
	fa func(Task, A) RA
	a  A
	fb func(Task, B) RB
	b  B
}

type results[RA, RB any] struct {
	a RA
	b RB
}

func (c both[A, B, RA, RB]) call(t Task) results[RA, RB] {
	ra, rb := Both(t, c.fa, c.a, c.fb, c.b)
	return results[RA, RB]{ra, rb}
}

func bothOutside[A, B, RA, RB any](t Task, fa func(Task, A) RA, a A, fb func(Task, B) RB, b B) (RA, RB) {
	res := enter(t, callBoth[A, B, RA, RB], both[A, B, RA, RB]{fa, a, fb, b})
	return res.a, res.b
}

func callBoth[A, B, RA, RB any](t Task, c both[A, B, RA, RB]) results[RA, RB] { return c.call(t) }
