package takt

import (
	"unsafe"

	"github.com/takt-go/takt/internal/sched"
)

// Do runs all functions, perhaps at the same time, and returns when all have
// ended. It is for coarse work: all but the first are offered at once, and
// somebody idle is woken for them, so that nothing has to poll. The first runs
// on the calling goroutine, and so do those that nobody took.
//
// Cost: three allocations, some 100 ns for each function, and a wake-up of some
// microseconds if a worker naps. From outside it enters the pool, as [Call] does.
//
// If a function panics or exits, those that have not begun are cancelled, and
// the others have ended when the panic goes on: see [Call] for what it becomes.
//
// Memory model: each function is called after Do was and returns before Do does,
// and is concurrent with the others.
func Do(t Task, fns ...func(Task)) {
	if len(fns) == 0 {
		return
	}
	if sched.RunnerOf(sched.Task{Top: t.top}) == nil {
		enter(t, doInside, fns)
		return
	}
	doAll(t, bundle[func(Task)]{fns, nil, func(t Task, fn func(Task), _ *error) { fn(t) }})
}

// DoErr is Do for functions that can fail, at the cost of one more allocation.
// All of them run, unless one panics or exits; the error returned is the one of
// the failed function with the lowest index.
func DoErr(t Task, fns ...func(Task) error) error {
	if len(fns) == 0 {
		return nil
	}
	if sched.RunnerOf(sched.Task{Top: t.top}) == nil {
		return enter(t, doErrInside, fns)
	}
	errs := make([]error, len(fns))
	doAll(t, bundle[func(Task) error]{fns, errs, func(t Task, fn func(Task) error, err *error) { *err = fn(t) }})
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func doInside(t Task, fns []func(Task)) struct{} {
	Do(t, fns...)
	return struct{}{}
}

func doErrInside(t Task, fns []func(Task) error) error { return DoErr(t, fns...) }

// bundle is the functions of one Do, and how to call one of them.
type bundle[F any] struct {
	fns  []F
	errs []error // one for each function, or nil
	call func(Task, F, *error)
}

func (b *bundle[F]) run(t Task, i int) {
	var err *error
	if b.errs != nil {
		err = &b.errs[i]
	}
	b.call(t, b.fns[i], err)
}

// doJob is one function of a Do, offered.
type doJob[F any] struct {
	sched.Job
	bundle *bundle[F]
	index  int
}

type doKind[F any] struct{}

func (*doKind[F]) Promote(*sched.Frame) (*sched.Job, bool) { panic("takt: a Do has no frame") }

func (*doKind[F]) Run(t sched.Task, h *sched.Job) {
	j := (*doJob[F])(unsafe.Pointer(h))
	j.bundle.run(Task{t.Top}, j.index)
}

func doAll[F any](t Task, fns bundle[F]) {
	r, level, _ := sched.Open(sched.Task{Top: t.top}, nil)
	returned := false
	defer r.Leave(level, &returned)
	b := &fns
	if r.Serial() {
		for i := range b.fns {
			b.run(rootOf(r), i)
		}
	} else {
		b.share(r)
	}
	returned = true
}

// share offers all functions but the first, which it runs, and then runs what
// nobody took: the last first, since thieves begin at the other end.
func (b *bundle[F]) share(r *sched.Runner) {
	jobs := offerRest(r, b)
	b.run(rootOf(r), 0)
	for i := len(jobs) - 1; i >= 0; i-- {
		if !r.Join(&jobs[i].Job) {
			b.run(rootOf(r), i+1)
		}
	}
}

// offerRest offers all functions but the first.
func offerRest[F any](r *sched.Runner, b *bundle[F]) []doJob[F] {
	kind := sched.WordOf((*doKind[F])(nil))
	jobs := make([]doJob[F], len(b.fns)-1)
	var prev *sched.Job
	for i := range jobs {
		j := &jobs[i]
		j.bundle, j.index = b, i+1
		r.Chain(prev, &j.Job, kind)
		prev = &j.Job
	}
	if prev != nil {
		r.Offer(&jobs[0].Job, prev, len(jobs))
	}
	return jobs
}
