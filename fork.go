package takt

import (
	"unsafe"

	"github.com/takt-go/takt/internal/sched"
)

// A Forked is a fork that is not joined yet: the possibility that its function
// runs elsewhere. It is made by [Fork], lies on the stack of the function that
// forked, and must be joined there once, with [Forked.Join] or [Forked.Taken],
// after the forks that were made below it. It must not be copied (go vet
// reports copies).
type Forked[A, R any] struct {
	_     noCopy
	frame sched.Frame // first in memory: the core knows a fork by its frame
	fn    func(Task, A) R
	arg   A
}

// noCopy makes go vet report copies of what contains it.
type noCopy struct{}

func (*noCopy) Lock()   {}
func (*noCopy) Unlock() {}

// Fork records that fn(arg) may run on another processor until it is joined.
// What runs between here and the join gets the fork's own task:
//
//	right := takt.Fork(t, sum, n.Right)
//	left := sum(right.Task(), n.Left)
//	return left + right.Join(t)
//
// Nobody runs fn before somebody idle asks, at one of this goroutine's next
// polls, and this is its oldest fork: most forks end as ordinary calls. A fork
// made with a task from [With] is never shared.
//
// Cost: some stores to the goroutine's stack, no allocation, no atomic
// operation. A one-word argument is the fast case; a wider one is copied once
// more. What fn and arg point to moves to the heap, as for a go statement. The
// fork takes 32 bytes of stack beside the argument's second and further words,
// and if it is shared, one object on the heap.
//
// In generic code, f[T] is made anew each time it is written, with an
// allocation: make it once, and hand it down.
//
// Memory model: what happens before Fork happens before fn's call, and fn's
// return happens before the return of the join. What the caller does between
// the two is concurrent with fn.
//
// Panics if t is the zero Task, and if fn is nil only when fn is called.
func Fork[A, R any](t Task, fn func(Task, A) R, arg A) Forked[A, R] {
	if t.top == nil {
		// Never taken in a right program. It is also what tells the compiler
		// that fn and arg may outlive this goroutine's stack: without it,
		// &local stays on the stack, and a thief reads memory that moves.
		panic(zeroTask[A, R]{fn, arg})
	}
	// Four words, built in registers and stored once: a fifth would go through
	// a temporary and defeat store forwarding.
	// kindOf is written out: calling it would leave a no-op behind for each level
	// of inlining.
	var k sched.Kind = (*forkKind[A, R])(nil)
	return Forked[A, R]{frame: sched.Frame{Parent: t.top, Link: (*sched.Iface)(unsafe.Pointer(&k)).Tab}, fn: fn, arg: arg}
}

// Task is the context for what runs between the fork and its join. Passing the
// fork's own parent there instead hides the fork from beats; nothing breaks.
func (f *Forked[A, R]) Task() Task { return Task{&f.frame} }

// Taken joins f in the fast form: false means that nobody took the fork, or
// that it was taken back, and that the caller has to call the function itself,
// now and with f's parent task. That is a direct call, which the compiler sees
// and may inline:
//
//	if v, ok := right.Taken(); ok {
//		return left + v
//	}
//	return left + sum(t, n.Right)
//
// If somebody took the fork and is not done, Taken runs pieces of that very
// work, and nothing else, so a lock held here does no harm; then it sleeps. It
// re-raises the panic or the runtime.Goexit that the function ended with.
func (f *Forked[A, R]) Taken() (res R, ok bool) {
	if f.frame.Parent == nil {
		if j := sched.Await(&f.frame); j != nil {
			return (*job[A, R])(unsafe.Pointer(j)).res, true
		}
	}
	return
}

// Join joins f: it returns what the function returned for whoever took the
// fork, or calls it now. t must be the task that was forked from. See
// [Forked.Taken] for waiting and panics.
//
// Cost: some 10 ns more than Taken when nobody took the fork, since the function
// is called through its value. That call is a barrier: it gets a task of its
// own, and on processors other than amd64, arm64 and 386 the forks above t cannot
// be shared while it runs.
func (f *Forked[A, R]) Join(t Task) (res R) {
	if res, ok := f.Taken(); ok {
		return res
	}
	r, level, _ := sched.Open(sched.Task{Top: t.top}, nil)
	// To the compiler g has nothing to do with f: what is read from f itself and
	// then called would make everything that f leads to escape.
	g := (*Forked[A, R])(unsafe.Pointer(sched.Unseen(&f.frame)))
	if r == nil {
		return enter(t, g.fn, g.arg)
	}
	returned := false
	defer r.Leave(level, &returned)
	res = g.fn(rootOf(r), g.arg)
	returned = true
	return res
}

// zeroTask is the misuse of Fork as an error value.
type zeroTask[A, R any] struct {
	fn  func(Task, A) R
	arg A
}

func (zeroTask[A, R]) Error() string {
	return `takt: Fork with the zero Task, which means "from outside": ` +
		`enter with takt.Call or takt.Run, and fork with the Task that the function gets`
}

// job is a promoted fork.
type job[A, R any] struct {
	sched.Job // first in memory: the core knows a job by its head
	fn        func(Task, A) R
	arg       A
	res       R
}

func (j *job[A, R]) run(t sched.Task) { j.res = j.fn(Task{t.Top}, j.arg) }

// forkKind tells the core how to promote forks of one type, and how to run them.
type forkKind[A, R any] struct{}

// kindOf is one constant word for each type of fork.
func kindOf[A, R any]() sched.Word {
	var k sched.Kind = (*forkKind[A, R])(nil)
	return (*sched.Iface)(unsafe.Pointer(&k)).Tab
}

func (*forkKind[A, R]) Promote(f *sched.Frame) (*sched.Job, bool) {
	fork := (*Forked[A, R])(unsafe.Pointer(f))
	j := &job[A, R]{fn: fork.fn, arg: fork.arg}
	return &j.Job, false
}

func (*forkKind[A, R]) Run(t sched.Task, j *sched.Job) {
	(*job[A, R])(unsafe.Pointer(j)).run(t)
}
