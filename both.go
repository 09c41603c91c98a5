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
// Cost: two calls through function values and about 10 ns; no allocation in
// the long run. From outside it enters the pool, as [Call] does.
//
// Memory model: both calls happen after Both was called and before it returns,
// and are concurrent with each other.
//
// If fa panics or exits, fb may not run at all. Either way both have ended when
// the panic goes on: see [Call] for what it becomes.
func Both[A, B, RA, RB any](t Task, fa func(Task, A) RA, a A, fb func(Task, B) RB, b B) (ra RA, rb RB) {
	kind := kindOf[B, RB]()
	r, level, frame := sched.Open(sched.Task{Top: t.top}, kind)
	if r == nil {
		return bothOutside(t, fa, a, fb, b)
	}
	returned := false
	defer r.Leave(level, &returned)
	root := rootOf(r)
	f := (*Forked[B, RB])(unsafe.Pointer(frame))
	if f == nil {
		f = new(Forked[B, RB])
		r.Adopt(level, &f.frame)
	}
	f.fn, f.arg = fb, b
	f.frame.Parent, f.frame.Link = sched.Live, kind // a beat can find it from here on
	root.Poll()
	ra = fa(root, a)
	var none B
	f.fn, f.arg = nil, none // f stays with the level; what it led to must not
	if f.frame.Parent != nil {
		f.frame.Parent = nil
		rb = fb(root, b)
	} else if res, ok := f.Taken(); ok {
		rb = res
	} else {
		rb = fb(root, b)
	}
	returned = true
	return ra, rb
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
