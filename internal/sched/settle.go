package sched

// A Scope is where a runner stood when a barrier, a job or a root began: all
// that came after belongs to it.
type Scope struct {
	mark   uint64 // youngest offer before it, where regions cannot tell; else 0
	levels int    // barriers around it
	region int32  // of its own forks; those further out may be offered after it began
	groups int    // groups before it
}

// scope is that of a job which r is about to run.
func (r *Runner) scope() Scope {
	n := len(r.levels.all)
	return Scope{r.offers.seq, n, chainRegion(n), len(r.groups)}
}

// groupsBefore counts the groups that were made outside the barrier at level n.
func (r *Runner) groupsBefore(n int) int {
	k := len(r.groups)
	for k > 0 && r.groups[k-1].level > n {
		k--
	}
	return k
}

// unwind settles what is left of a scope: what nobody took is cancelled, and
// the rest waited for, so that nothing of it runs any more. After a normal
// return that is only what was never joined. [S1]-[S3]
func (r *Runner) unwind(s *Scope) {
	before := r.settling
	r.settling = true // so nothing below runs foreign code, which could leave half way
	r.levels.cut(s.levels)
	for len(r.groups) > s.groups {
		r.groups[len(r.groups)-1].abandon(r)
	}
	for j := r.offers.last(s); j != nil; j = r.offers.last(s) {
		j.joined = true // it is off the list below: a join that comes later must not take it off again
		if r.offers.takeBack(j) {
			j.cancel()
		} else {
			r.wait(j)
			r.offers.remove(j)
		}
	}
	r.settling = before
}
