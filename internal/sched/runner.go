package sched

import (
	"sync"
	"unsafe"

	"github.com/takt-go/takt/internal/park"
)

// A Runner is what one goroutine owns while it runs takt code: a worker for
// life, a caller from outside for the length of its computation. Frames and
// jobs know their runner, never a slot.
//
// Fields without a comment on sharing are the goroutine's own.
type Runner struct {
	anchor         // leads to the runner itself: where the chain of root begins
	root     Frame // leads to the anchor: what function values get, to begin a chain of their own
	job      *Job  // what runs here, innermost; nil in a root computation
	comp     *Computation
	asked    uint32 // want.answers when this runner raised the flag
	settling bool   // a scope is being unwound: waits run nothing meanwhile
	deepest  int32  // no offer that is not joined belongs further in; may be too large
	entered  uint8  // root computations, to look at GOMAXPROCS now and then

	g      uintptr // the goroutine, where that can be known; 0 elsewhere
	levels levels
	nest   []nested // jobs that run here, innermost last
	free   [freeSlots]freeList
	relays [freeSlots]*relay
	groups []*Group // made here and not waited for
	raised *Failure // the latest that a join re-raised here: its stack is the one to show

	offers offers      // shared: thieves read it under its lock
	parker park.Parker // shared: anybody may wake us

	own Computation // the root computation of a caller
}

// A Computation is everything that one call from outside started.
type Computation struct {
	pool    *Pool
	outside *Outside // how it was entered: its context
}

func newRunner() *Runner {
	r := &Runner{}
	r.runner = r
	r.root.Link = unsafe.Pointer(&r.anchor)
	return r
}

// runners keeps the runners of callers between computations.
var runners = sync.Pool{New: func() any {
	followProcs()
	return newRunner()
}}

// Root is the root task's frame: what a function value gets, since a task with
// frames behind it would make the frames of everybody above escape.
func (r *Runner) Root() *Frame { return &r.root }

// Serial reports whether r's computation shares nothing.
func (r *Runner) Serial() bool { return r.comp.pool.serial() }

func (r *Runner) stats() *counters { return &r.comp.pool.counters }

// run runs the body of j, which the caller has claimed, to its settled end.
// Panics and exits of the body become j's failure. [R1]-[R4]
func (r *Runner) run(j *Job) {
	s, job, comp, deepest, returned := r.scope(), r.job, r.comp, r.deepest, false
	r.job, r.comp = j, j.comp
	r.nest = append(r.nest, nested{j, s.levels})
	j.executor.Store(r) // [R1] joiners look for j's descendants with us from here on
	defer func() {
		if !returned {
			j.failure = r.caught(recover())
		}
		r.unwind(&s) // [R3]
		r.job, r.comp = job, comp
		r.deepest = max(deepest, min(r.deepest, s.region-1)) // what lies further out may have been offered meanwhile
		r.nest[len(r.nest)-1] = nested{}
		r.nest = r.nest[:len(r.nest)-1]
		j.finish() // [R4] the owner goes on: j is not ours below
	}()
	kindIn(j.kind).Run(Task{&r.root}, j) // [R2]
	returned = true
}
