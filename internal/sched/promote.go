package sched

// promote copies what f gives away to the heap, and makes f an anchor unless it
// has more to give. [P1]-[P3]
func (r *Runner) promote(f *Frame, p place) *Job {
	kind := kindOf(f)
	j, rest := kindIn(kind).Promote(f) // [P1] from here on nothing that others read lies on our stack
	j.init(r, kind, p)                 // [P2]
	if !rest {
		j.link(f) // [P3] our own join finds the job instead of the fork
	}
	return j
}

// publish makes n jobs, linked from first to last, visible to thieves. [P4]-[P5]
func (r *Runner) publish(first, last *Job, n int) {
	r.deepest = max(r.deepest, first.region)
	r.offers.add(first, last, n)
	board.show(&r.offers)
	r.stats().promoted.Add(int64(n))
}

// Offer publishes jobs that did not come from a frame, linked by Chain from
// first to last, and sees to it that somebody idle looks at them.
func (r *Runner) Offer(first, last *Job, n int) {
	r.publish(first, last, n)
	idle.nudge(r.comp.pool)
}

// Chain prepares j for Offer, after prev, which may be nil.
func (r *Runner) Chain(prev, j *Job, kind Word) {
	j.init(r, kind, place{r.job, chainRegion(len(r.levels.all))})
	if prev != nil {
		prev.newer = j
	}
}
