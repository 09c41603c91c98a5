package sched

// A place says what a fork belongs to: not always to what runs now, since the
// fork may lie above a barrier.
type place struct {
	job    *Job  // what its function runs under; nil in a root
	region int32 // how far in it is: see chainRegion
}

// chainRegion is the region of the frames with n barriers around them, which
// end at the barrier of level n if there is one. The fork of that barrier has
// the next number: it is further in than they are, and further out than what
// runs inside.
func chainRegion(n int) int32 { return int32(2 * n) }

// nested is a job that runs on a goroutine, on top of what ran there before.
type nested struct {
	job   *Job
	level int // barriers below it
}

// jobAt returns the job in which the n-th level began.
func (r *Runner) jobAt(n int) *Job {
	for i := len(r.nest) - 1; i >= 0; i-- {
		if r.nest[i].level <= n {
			return r.nest[i].job
		}
	}
	return nil
}
