package sched

import _ "unsafe" // for go:linkname

// await is the slow half of a join.
//
//go:linkname await github.com/takt-go/takt/internal/sched.await
func await(f *Frame) *Job {
	j := jobOf(f)
	j.runner.checkOwner()
	if j.runner.Join(j) {
		return j
	}
	return nil
}

// wait returns when j, which somebody else runs, is done. Meanwhile it runs
// descendants of j, and nothing else: what j's caller holds locked, j's own
// pieces may not need, but strangers may.
func (r *Runner) wait(j *Job) {
	if j.isDone() {
		return
	}
	w := waiting{asker: asker{r: r, patient: true}}
	w.lend()
	for !j.isDone() {
		var room [helpWidth]*Job
		if w.help(append(room[:0], j)) || w.spin() {
			continue
		}
		if j.sleepOn() { // [J5]
			w.sleep()
			j.wakeFrom()
		}
	}
	w.withdraw()
	w.reclaim()
}

// helpWidth is how many running jobs a joiner looks through for offers.
const helpWidth = 32

// waiting is one wait of a joiner, whose slot is free for others meanwhile.
type waiting struct{ asker }

func (w *waiting) lend() { w.r.comp.pool.busy.Add(-1) }

// reclaim takes a slot again, at once, even if somebody else has ours by now:
// what waits for us must not wait for strangers.
func (w *waiting) reclaim() { w.r.comp.pool.busy.Add(1) }

// help claims and runs an offer that was promoted under one of the given jobs:
// by its executor, by a group that was made there, or by those who run what
// these gave away, and so on. It reports whether there was one. [J3]
func (w *waiting) help(running []*Job) bool {
	if w.r.settling {
		return false // a piece that exits its goroutine would end the settlement, too
	}
	for i := 0; i < len(running); i++ {
		var j *Job
		if e := running[i].executor.Load(); e != nil && e.offers.size.Load() > 0 {
			j, running = e.offers.takeUnder(running[i], running)
		}
		if j == nil {
			j, running = board.takeUnder(running[i], running)
		}
		if j != nil {
			w.r.stats().helped.Add(1)
			w.run(j)
			return true
		}
	}
	return false
}

// run runs j, which is ours, in a slot.
func (w *waiting) run(j *Job) {
	w.check(now())
	w.withdraw()
	w.reclaim()
	w.r.run(j)
	w.lend()
	w.rested, w.since = 0, 0
}

// Join settles a job that its owner published as such: it returns false if the
// caller took it back and must run the function itself.
func (r *Runner) Join(j *Job) bool {
	if j.joined {
		panic(j.whyJoined())
	}
	j.joined = true
	if r.offers.takeBack(j) { // [J1]
		r.stats().takenBack.Add(1)
		return false
	}
	r.wait(j) // [J2]
	r.offers.remove(j)
	if j.failure != nil {
		r.raise(j.failure)
	}
	return true
}
