package sched

import _ "unsafe" // for go:linkname

// beat answers the flag with the oldest fork of t's goroutine. [B3]
//
//go:linkname beat github.com/takt-go/takt/internal/sched.beat
func beat(t Task) {
	r := runnerOf(t)
	if r == nil {
		miss() // a task from outside: runs serially
		return
	}
	r.checkOwner()
	if goroutine() != r.g || !r.comp.pool.hasRoom() {
		miss() // a task that strayed to another goroutine has frames that are not ours to give
		return
	}
	if o := r.oldest(t); o.chain.batch != nil || o.fork != nil {
		if was := takeDown(); was != down {
			r.promoteOldest(o)
			answer(was)
		}
		return
	}
	miss()
}

// found is the oldest that a runner can give away: the end of a chain on the
// stack, or the fork of a barrier.
type found struct {
	chain trail
	fork  *Frame
	place
}

// oldest looks from the outermost barrier inwards, and last at the chain of t.
// Above a barrier nothing new comes while we are inside, so what was found
// empty is not looked at again.
func (r *Runner) oldest(t Task) found {
	for s := &r.levels; s.next < len(s.all); s.next++ {
		l := &s.all[s.next]
		chain := chainRegion(s.next)
		if f := l.above(); f != nil {
			if w := walk(Task{f}); w.batch != nil {
				return found{chain: w, place: place{r.jobAt(s.next), chain}}
			}
		}
		if l.fork != nil && l.fork.Parent != nil {
			return found{fork: l.fork, place: place{r.jobAt(s.next), chain + 1}}
		}
	}
	return found{chain: walk(t), place: place{r.job, chainRegion(len(r.levels.all))}}
}

func (r *Runner) promoteOldest(o found) {
	if o.fork != nil {
		j := r.promote(o.fork, o.place)
		r.publish(j, j, 1)
		want.walked.Store(0)
		return
	}
	r.promoteChain(o.chain, o.place)
}

// promoteChain gives away the batch that the walk w found: the oldest frame,
// and a few more if the chain is long. It goes from the batch's youngest frame
// to the oldest, since links lead that way, and publishes all at once, so that
// nobody sees the frames out of order.
func (r *Runner) promoteChain(w trail, p place) {
	var first, last *Job
	n := 0
	for f := w.batch; f.Parent != nil; n++ {
		older := f.Parent
		j := r.promote(f, p)
		if last == nil {
			last = j
		}
		j.newer = first
		first = j
		f = older
	}
	r.publish(first, last, n)
	took := int64(0)
	if w.began != 0 {
		took = now() - w.began
	}
	want.walked.Store(took)
}
