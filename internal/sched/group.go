package sched

import (
	"runtime"
	"sync/atomic"
)

// A Group is a set of jobs that many may add to, and that are waited for
// together. Its jobs are offered from the start: nobody has to poll.
type Group struct {
	offers  offers
	pending atomic.Int64           // jobs added and not finished
	running atomic.Int64           // jobs that somebody runs
	limit   atomic.Int64           // of running; 0: none
	waiter  atomic.Pointer[Runner] // sleeps in wait
	failure atomic.Pointer[Failure]
	owner   *Runner // who made it; nil from outside
	level   int     // barriers around it
	comp    *Computation
	own     Computation // for a group from outside
}

// NewGroup makes a group of r's computation. If r does not wait for it, the
// end of r's scope does.
func (r *Runner) NewGroup() *Group {
	g := &Group{owner: r, comp: r.comp, level: len(r.levels.all)}
	g.init()
	r.groups = append(r.groups, g)
	return g
}

// NewGroup makes a group from outside.
func NewGroup(o *Outside) *Group {
	g := &Group{own: Computation{pool: poolFor(o), outside: o}}
	g.comp = &g.own
	g.init()
	return g
}

func (g *Group) init() {
	g.offers.pool = g.comp.pool
	g.offers.group = g
}

// SetLimit bounds how many of g's jobs run at once; 0 means no bound.
func (g *Group) SetLimit(n int) { g.limit.Store(int64(n)) }

// Add offers j. Any goroutine may call it until Wait returns. [G1]-[G3]
func (g *Group) Add(j *Job, kind Word) {
	j.kind = kind
	j.comp = g.comp
	j.group = g
	g.pending.Add(1) // [G1] before j can finish
	g.offers.add(j, j, 1)
	g.comp.pool.counters.promoted.Add(1)
	if g.comp.pool.serial() {
		return
	}
	board.show(&g.offers)               // [G2]
	if w := g.waiter.Load(); w != nil { // [G3]
		w.parker.Unpark()
	} else {
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
	r := g.owner
	if r != nil {
		g.wait(r)
	} else {
		g.waitOutside()
	}
	f := g.failure.Swap(nil)
	if f == nil {
		return nil
	}
	if f.Exit {
		runtime.Goexit()
	}
	if r != nil {
		r.raise(f)
	}
	return f
}

func (g *Group) waitOutside() {
	r := Begin(g.comp.outside)
	returned := false
	defer func() {
		if !returned { // a job that we ran exited this goroutine
			r.settling = true
			g.abandon(r)
			r.settling = false
		}
		board.hide(&g.offers)
		r.End()
	}()
	g.wait(r)
	returned = true
}

// wait returns when no job of g is pending. r runs g's jobs, and descendants of
// those that run, and nothing else.
func (g *Group) wait(r *Runner) {
	w := waiting{asker: asker{r: r}}
	w.lend()
	for g.pending.Load() > 0 {
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
	if g.owner != nil {
		g.leave(r)
	}
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

// abandon settles a group that its maker did not wait for, because of a panic
// or by mistake.
func (g *Group) abandon(r *Runner) {
	g.failure.CompareAndSwap(nil, &Failure{})
	g.wait(r)
}

// leave takes g off its maker's list and off the board.
func (g *Group) leave(r *Runner) {
	board.hide(&g.offers)
	for i := len(r.groups) - 1; i >= 0; i-- {
		if r.groups[i] == g {
			r.groups = append(r.groups[:i], r.groups[i+1:]...)
			return
		}
	}
}
