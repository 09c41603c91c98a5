package sched

import "github.com/takt-go/takt/internal/policy"

// A worker is a goroutine of the process that looks for work when it has none.
type worker struct {
	*Runner
	seeks  bool  // holds the seeker's role; changed under idle.mu, by others only while parked
	roused bool  // its last nap was cut short by somebody who entered or offered
	gained int64 // nanoseconds that it worked since
}

// nobody is the pool that a worker without work belongs to.
var nobody = &Pool{name: "idle"}

func (w *worker) start() {
	w.own.pool = nobody
	w.comp = &w.own
	go w.loop()
}

// loop runs until no open pool wants so many workers. A body that exits its
// goroutine takes the worker's with it; a new one goes on in its place.
func (w *worker) loop() {
	w.g = goroutine()
	retired := false
	defer func() {
		if !retired {
			go w.loop()
		}
	}()
	for j := w.next(); j != nil; j = w.next() {
		w.work(j)
	}
	retired = true
}

// work runs one stolen job in the slot that the theft took. [T4]
func (w *worker) work(j *Job) {
	p := j.comp.pool
	p.counters.stolen.Add(1)
	w.offers.pool = p
	start := now()
	defer func() {
		d := now() - start
		w.raised = nil
		board.hide(&w.offers) // what it shows next may belong to another pool
		w.gained += d
		ran(d)
		p.release()
	}()
	w.run(j)
}

// next returns a job that w has claimed, in a slot that it has taken, or nil
// when w has to retire. Of all idle workers one seeks, and the others wait for
// that role: one that asks is enough, since whoever takes work passes the role
// on before it runs what it took.
func (w *worker) next() *Job {
	a := asker{r: w.Runner}
	for quiet := int64(0); ; {
		if j := w.found(&a); j != nil {
			return j
		}
		if !idle.seek(w) {
			a.withdraw()
			if !idle.await(w) {
				return nil
			}
			quiet = 0
			continue
		}
		if helpable() {
			quiet = 0
			if a.spin() {
				continue
			}
		} else if a.withdraw(); quiet == 0 {
			quiet = now()
		} else if now()-quiet > int64(quietTime) {
			idle.sleep(w)
			quiet = 0
			continue
		}
		if j := w.nap(&a); j != nil {
			return j
		}
	}
}

// found looks for an offer; if there is one, w is idle no more.
func (w *worker) found(a *asker) *Job {
	j := board.steal()
	if j != nil {
		a.check(now())
		a.withdraw()
		idle.passOn(w)
	}
	return j
}

// nap is the second rung: w can be woken by whoever has an offer. It looks once
// more after it said that it naps, since who offers looks there after offering.
func (w *worker) nap(a *asker) *Job {
	w.judge()
	idle.napper.Store(w.Runner)
	j := w.found(a)
	if j == nil {
		a.sleep()
	}
	if w.roused = idle.napper.Swap(nil) == nil; w.roused {
		a.rested = 0 // whoever woke us has something, or will have
	}
	return j
}

// judge decides, from what came of it since the last nap, whether the next to
// enter should wake a napping worker.
func (w *worker) judge() {
	if w.roused && w.gained == 0 {
		nobody.counters.futile.Add(1)
	}
	if w.roused || w.gained > 0 {
		worthwhile.Store(w.gained >= policy.Worthwhile)
	}
	w.gained = 0
}

// helpable reports whether a computation runs that may have one more runner.
func helpable() bool {
	for _, p := range openPools() {
		if n := p.busy.Load(); n > 0 && n < p.limit.Load() {
			return true
		}
	}
	return false
}
