package takt

import (
	"errors"
	"sync"
	"unsafe"

	"github.com/takt-go/takt/internal/sched"
)

// A Group is a set of functions that grows while it runs: functions of the
// group may add more, to any depth. It is made by [NewGroup] and must be waited
// for, once. It reads as errgroup.Group does, with four differences: its zero
// value cannot be used, Go never blocks, functions get a Task, and there is no
// context of its own. A failed function does not stop the others: they look at
// [Task.Err], and whoever made the context may cancel it.
type Group struct {
	core  *sched.Group
	mu    sync.Mutex
	count int   // functions added
	first int   // index of the function that err is from
	err   error // of the failed function with the lowest index
}

// NewGroup makes a group of t's computation, or, from outside, one of t's pool,
// whose workers may begin its functions before it is waited for.
//
// If the function that made it panics, or forgets to wait, what has not begun
// is cancelled and the rest waited for before the computation ends. A group
// made from outside has nobody to do that.
func NewGroup(t Task) *Group {
	if r := sched.RunnerOf(sched.Task{Top: t.top}); r != nil {
		return &Group{core: r.NewGroup()}
	}
	return &Group{core: sched.NewGroup(outsideOf(t))}
}

// SetLimit bounds how many of g's functions run at once. A negative n means no
// bound. Panics if n is 0, under which nothing could ever run.
func (g *Group) SetLimit(n int) {
	if n == 0 {
		panic(errors.New("takt: Group.SetLimit(0): nothing could run; use 1 for one at a time, or a negative number for no limit"))
	}
	g.made().SetLimit(max(n, 0))
}

// Go adds fn. It is offered at once, and somebody idle is woken for it. Any
// goroutine may call Go until Wait returns, functions of the group included; it
// never blocks, whatever the limit. Panics after Wait has returned.
//
// Cost: two allocations with the function literal and some 350 ns, and a wake-up of some microseconds if
// a worker naps. What waits for its turn takes memory, without bound.
//
// Memory model: what happens before Go happens before fn's call, and fn's
// return happens before the return of Wait.
func (g *Group) Go(fn func(Task) error) {
	core := g.made()
	if fn == nil {
		panic(errors.New("takt: Group.Go(nil)"))
	}
	g.mu.Lock()
	j := &groupJob{group: g, fn: fn, index: g.count}
	g.count++
	g.mu.Unlock()
	core.Add(&j.Job, groupWord)
}

// Wait returns when all functions have ended, also those added meanwhile, and
// gives the error of the one that was added first among those that failed. It
// runs functions of the group, and nothing else, while it waits. It must be
// called once, by the goroutine that made the group, or, if that was outside, by
// any; never by a function of the group, which would wait for itself.
//
// If a function panics or exits, those that have not begun are cancelled, and
// Wait panics or exits when the others have ended: see [Call] for what it
// becomes.
func (g *Group) Wait() error {
	if f := g.made().Wait(); f != nil {
		fail(f)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.err
}

// made returns what NewGroup made.
func (g *Group) made() *sched.Group {
	if g.core == nil {
		panic(errors.New("takt: a zero Group: make it with takt.NewGroup(t)"))
	}
	return g.core
}

// failed keeps the error of the function with the lowest index.
func (g *Group) failed(index int, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.err == nil || index < g.first {
		g.err, g.first = err, index
	}
}

// groupJob is one function of a group.
type groupJob struct {
	sched.Job
	group *Group
	fn    func(Task) error
	index int
}

type groupKind struct{}

var groupWord = sched.WordOf((*groupKind)(nil))

func (*groupKind) Promote(*sched.Frame) (*sched.Job, bool) { panic("takt: a group has no frames") }

func (*groupKind) Run(t sched.Task, h *sched.Job) {
	j := (*groupJob)(unsafe.Pointer(h))
	if err := j.fn(Task{t.Top}); err != nil {
		j.group.failed(j.index, err)
	}
}
