package sched

import (
	"errors"
	"runtime"
	"sync/atomic"
)

// A Group is a set of jobs that many may add to, and that are waited for
// together, once. Its jobs are offered from the start: nobody has to poll.
type Group struct {
	offers  offers
	pending atomic.Int64           // jobs added and not finished
	running atomic.Int64           // jobs that somebody runs
	limit   atomic.Int64           // of running; 0: none
	over    atomic.Bool            // waited for
	waiter  atomic.Pointer[Runner] // sleeps in wait
	failure atomic.Pointer[Failure]
	owner   *Runner      // who made it; nil from outside
	level   int          // barriers around it
	under   *Job         // what its maker was running; nil in a root and from outside
	comp    *Computation // its own copy: a late Add must find one
}

// errOver is the misuse of a group.
var errOver = errors.New("takt: Group.Go after Wait: a group is waited for once; make another with NewGroup")

// errOwnWait is a wait that could not end.
var errOwnWait = errors.New("takt: Group.Wait in a function of the group: it would wait for itself; make a group of its own with NewGroup")

// NewGroup makes a group of r's computation. If r does not wait for it, the
// end of r's scope does.
func (r *Runner) NewGroup() *Group {
	r.mustOwn()
	g := newGroup(*r.comp)
	g.owner, g.level, g.under = r, len(r.levels.all), r.job
	r.groups = append(r.groups, g)
	return g
}

// NewGroup makes a group from outside.
func NewGroup(o *Outside) *Group {
	return newGroup(Computation{pool: poolFor(o), outside: o})
}

func newGroup(comp Computation) *Group {
	g := &Group{comp: &comp}
	g.offers.pool = comp.pool
	g.offers.group = g
	return g
}

// SetLimit bounds how many of g's jobs run at once; 0 means no bound.
func (g *Group) SetLimit(n int) { g.limit.Store(int64(n)) }

// Add offers j. Any goroutine may call it until Wait returns; afterwards it
// panics. [G1]-[G3]
func (g *Group) Add(j *Job, kind Word) {
	j.kind = kind
	j.comp = g.comp
	j.group = g
	j.under = g.under
	g.pending.Add(1) // [G1] Wait does not return from here on, or has: then over is set
	if g.over.Load() {
		g.pending.Add(-1)
		panic(errOver)
	}
	serial := g.comp.pool.serial()
	if !serial {
		board.show(&g.offers) // before j can finish, since the end of Wait hides the list
	}
	g.comp.pool.counters.promoted.Add(1)
	g.offers.add(j, j, 1)               // [G2]
	if w := g.waiter.Load(); w != nil { // [G3]
		w.parker.Unpark()
	} else if !serial {
		idle.nudge(g.comp.pool)
	}
}

// admit reports whether one more job of g may run, and counts it. Callers hold
// the list's lock.
func (g *Group) admit() bool {
	limit := g.limit.Load()
	if g.failure.Load() != nil || limit > 0 && g.running.Load() >= limit {
		return false
	}
	g.running.Add(1)
	return true
}

// finished takes j out of g. After the last one Wait may return. [G4]
func (g *Group) finished(j *Job) {
	if j.failure != nil {
		g.failure.CompareAndSwap(nil, j.failure)
	}
	g.offers.remove(j)
	g.running.Add(-1)
	last := g.pending.Add(-1) == 0
	// The waiter says that it sleeps before it looks at pending once more, so
	// either we see it here, or it sees what we did above.
	if w := g.waiter.Load(); w != nil && (last || g.limit.Load() > 0 || j.failure != nil) {
		w.parker.Unpark()
	}
}

// Wait runs g's jobs until none is left, on the goroutine of its maker, or on
// any if it was made from outside. It re-raises the first failure inside a
// computation, and returns it outside. [G5]
func (g *Group) Wait() *Failure {
	if g.over.Load() {
		return nil
	}
	r := g.owner
	if r != nil {
		r.mustOwn()
		for _, n := range r.nest {
			if n.job.group == g {
				panic(errOwnWait)
			}
		}
		g.waitOn(r)
	} else {
		r = Begin(g.comp.outside)
		defer r.End()
		g.waitOn(r)
	}
	f := g.failure.Load()
	switch {
	case f == nil:
	case f.Exit:
		runtime.Goexit()
	case g.owner != nil:
		r.raise(f)
	}
	return f
}

// waitOn is Wait on r's goroutine. If a job that it runs exits the goroutine,
// the others are settled before that goes on.
func (g *Group) waitOn(r *Runner) {
	returned := false
	defer func() {
		if !returned {
			g.abandon(r)
		}
	}()
	g.wait(r)
	returned = true
}

// wait returns when no job of g is pending, and none can be added any more. r
// runs g's jobs, and descendants of those that run, and nothing else.
func (g *Group) wait(r *Runner) {
	w := waiting{asker: asker{r: r, patient: true}}
	w.lend()
	for !g.end() {
		if j := g.next(); j != nil {
			w.run(j)
			continue
		}
		var room [helpWidth]*Job
		if w.help(g.offers.runningJobs(room[:0])) || w.spin() {
			continue
		}
		g.waiter.Store(r)
		if g.pending.Load() > 0 && !g.ready() {
			w.sleep()
		}
		g.waiter.Store(nil)
	}
	w.withdraw()
	w.reclaim()
	board.hide(&g.offers)
	g.leave(r)
}

// end closes g if nothing is pending. Who adds counts first and looks at over
// then, and here it is the other way round: one of the two sees the other.
func (g *Group) end() bool {
	if g.pending.Load() > 0 {
		return false
	}
	g.over.Store(true)
	if g.pending.Load() == 0 {
		return true
	}
	g.over.Store(false)
	return false
}

// ready reports whether a job could be claimed.
func (g *Group) ready() bool {
	limit := g.limit.Load()
	return g.offers.count.Load() > 0 && (limit == 0 || g.running.Load() < limit || g.failure.Load() != nil)
}

// next claims a job to run. After a failure the siblings that nobody runs are
// cancelled instead.
func (g *Group) next() *Job {
	if g.failure.Load() == nil {
		return g.offers.take()
	}
	for j := g.cancelOne(); j != nil; j = g.cancelOne() {
		j.finish()
	}
	return nil
}

// cancelOne claims a job that will not run.
func (g *Group) cancelOne() *Job {
	g.offers.mu.Lock()
	defer g.offers.mu.Unlock()
	j := g.offers.claimOldest()
	if j != nil {
		g.running.Add(1) // finished counts it down
	}
	return j
}

// abandon settles a group that is not waited for to its end, because of a
// panic or an exit, or by mistake.
func (g *Group) abandon(r *Runner) {
	g.failure.CompareAndSwap(nil, &Failure{})
	before := r.settling
	r.settling = true
	g.wait(r)
	r.settling = before
}

// leave takes g off its maker's list.
func (g *Group) leave(r *Runner) {
	for i := len(r.groups) - 1; i >= 0; i-- {
		if r.groups[i] == g {
			r.groups = append(r.groups[:i], r.groups[i+1:]...)
			return
		}
	}
}
