package sched

import (
	"time"

	"github.com/takt-go/takt/internal/policy"
)

const (
	// spinTime is how long somebody idle spins before it naps: about what a
	// wake from a nap costs.
	spinTime = 8 * time.Microsecond
	// napMin and napMax bound the naps between looks: the first is what the
	// kernel gives at best, the second the delay until work that nobody
	// announced is found.
	napMin = 50 * time.Microsecond
	napMax = time.Millisecond
	// longRest is how long somebody rests before its naps grow to napLong, if the
	// flag is up in its name or it waits for a job: then whatever can come wakes it.
	longRest = 50 * time.Millisecond
	napLong  = 20 * time.Millisecond
)

// asker is one idle runner that looks for work: it raises the flag at the pace
// allowed, spins a little, then naps.
type asker struct {
	r       *Runner
	asking  bool          // the flag is, or was, up in our name
	rested  time.Duration // time spun and slept since we last had work
	since   int64         // when spinning began
	length  time.Duration // of the last nap
	patient bool          // a joiner: what it waits for wakes it
}

// ask raises the flag if the pace allows it and nobody else asks. It returns
// how long the pace makes it wait, in nanoseconds. [B1]
func (a *asker) ask(now int64) int64 {
	if a.asking {
		return 0
	}
	pace.Lock()
	wait := pace.Wait(now)
	pace.Unlock()
	if wait == 0 && raise(a.r) {
		a.asking = true
		a.since = now // spinning begins anew
	}
	return wait
}

// check looks at what became of the flag. If it was answered, it is ours no
// more, and there is something to be found. If only those with nothing saw it,
// it goes down for a while. [B6]
func (a *asker) check(now int64) {
	if !a.asking {
		return
	}
	switch {
	case a.r.answered():
		a.withdraw()
		a.rested = 0
		pace.Lock()
		pace.Answered(now, want.walked.Load())
		pace.Unlock()
	case want.misses.Load() > 0 && a.rested > 0:
		a.withdraw()
		a.r.stats().misses.Add(1)
		pace.Lock()
		pace.Missed(now)
		pace.Unlock()
	}
}

// withdraw lowers the flag if it is up in our name.
func (a *asker) withdraw() {
	if a.asking {
		a.asking = false
		withdraw()
	}
}

// spin asks, and passes a moment. It reports false when it is time to nap: after
// spinTime, unless the pace is about to allow the next raise, which a
// nap would be too coarse for. With one processor there is nobody to wait for
// while spinning.
func (a *asker) spin() bool {
	t := now()
	if a.rested > 0 || procs.Load() == 1 {
		a.ask(t)
		return false
	}
	if a.since == 0 {
		a.since = t
	}
	wait := a.ask(t)
	for range 16 {
		if a.asking && a.r.answered() {
			break
		}
	}
	a.check(t)
	spun := time.Duration(t - a.since)
	if spun <= spinTime || 0 < wait && wait <= policy.PaceMin {
		return true
	}
	a.rested, a.since = spun, 0
	a.length = napMin / 2
	return false
}

// sleep naps once, twice as long as before. Whoever answers the flag, finishes
// what we wait for or has work for us wakes us. [B2]
func (a *asker) sleep() {
	if a.asking && !napWithFlag() {
		a.check(now()) // somebody has just taken it down, and will not wake us
		return
	}
	longest := napMax
	if (a.patient || a.asking) && a.rested > longRest {
		longest = napLong
	}
	a.length = min(max(2*a.length, napMin), longest)
	a.r.stats().naps.Add(1)
	a.rest()
	followProcs()
	if a.asking {
		wakeWithFlag()
	}
	a.rested += a.length
	a.check(now())
}

// rest sleeps for a.length or until somebody wakes us. A nap in a system call
// would keep the only processor from those who could do so, and a long one would
// keep the runtime's monitor awake: 70 ms of processor time a second, measured
// with naps of 20 ms.
func (a *asker) rest() {
	if procs.Load() > 1 && a.length <= napMax {
		a.r.parker.Nap(a.length)
		return
	}
	t := time.AfterFunc(a.length, a.r.parker.Unpark)
	a.r.parker.Park()
	t.Stop()
}
