package sched

import (
	"sync"
	"sync/atomic"

	"github.com/takt-go/takt/internal/invariant"
)

// offers is the list of what one runner (or group) has promoted and not joined
// yet, from the oldest to the youngest. Thieves take the oldest.
//
// The lock guards the links and next. Entries are hints: a job belongs to
// whoever wins its claim, on the list or off it.
type offers struct {
	mu     sync.Mutex
	oldest *Job
	newest *Job
	next   *Job         // no job older than this is still offered; nil: none is
	count  atomic.Int32 // jobs not claimed yet; may lag behind the claims
	size   atomic.Int32 // jobs on the list
	seq    uint64       // of the newest job ever added
	pool   *Pool        // whose limit a thief must respect; changes only while the list is off the board
	group  *Group       // whose limit holds too; nil for a runner's list
	shown  atomic.Bool  // on the board
	index  int          // there, guarded by its lock
}

// add appends a chain of n jobs, linked by newer from first to last. [P4]
func (o *offers) add(first, last *Job, n int) {
	o.mu.Lock()
	for j := first; ; j = j.newer {
		o.seq++
		j.seq = o.seq
		if j == last {
			break
		}
		j.newer.older = j
	}
	first.older = o.newest
	if o.newest != nil {
		o.newest.newer = first
	} else {
		o.oldest = first
	}
	o.newest = last
	if o.next == nil {
		o.next = first
	}
	o.size.Add(int32(n))
	o.count.Add(int32(n))
	o.mu.Unlock()
}

// remove unlinks j. Each job is removed once, by its owner.
func (o *offers) remove(j *Job) {
	o.mu.Lock()
	if invariant.Enabled {
		invariant.Check(j.older != nil || o.oldest == j, "offers.linked: removed a job that is not on the list")
	}
	if j.older != nil {
		j.older.newer = j.newer
	} else {
		o.oldest = j.newer
	}
	if j.newer != nil {
		j.newer.older = j.older
	} else {
		o.newest = j.older
	}
	if o.next == j {
		o.next = j.newer
	}
	o.size.Add(-1)
	o.mu.Unlock()
	j.older, j.newer = nil, nil
}

// takeBack claims j for its owner and, if that worked, unlinks it. [J1]
func (o *offers) takeBack(j *Job) bool {
	if !j.claim() {
		return false
	}
	o.count.Add(-1)
	o.remove(j)
	return true
}

// take claims the oldest job that is still offered, to run it. [T1]
func (o *offers) take() *Job {
	if o.count.Load() <= 0 {
		return nil
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.group == nil {
		return o.claimOldest()
	}
	if !o.group.admit() {
		return nil
	}
	j := o.claimOldest()
	if j == nil {
		o.group.running.Add(-1)
	}
	return j
}

// claimOldest is take under the lock.
func (o *offers) claimOldest() *Job {
	for j := o.next; j != nil; j = j.newer {
		o.next = j.newer
		if j.claim() {
			o.count.Add(-1)
			return j
		}
	}
	return nil
}

// runningJobs adds the jobs that somebody runs to those in jobs, as far as there
// is room.
func (o *offers) runningJobs(jobs []*Job) []*Job {
	o.mu.Lock()
	defer o.mu.Unlock()
	for j := o.oldest; j != nil && len(jobs) < cap(jobs); j = j.newer {
		if j.state.Load() != offered {
			jobs = append(jobs, j)
		}
	}
	return jobs
}

// takeUnder claims the oldest offered job that was promoted under the given one,
// and adds those that others run to running, to look for their descendants. [J3]
func (o *offers) takeUnder(under *Job, running []*Job) (*Job, []*Job) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for j := o.oldest; j != nil; j = j.newer {
		if j.under != under {
			continue
		}
		if j.claim() {
			o.count.Add(-1)
			return j, running
		}
		if len(running) < cap(running) {
			running = append(running, j)
		}
	}
	return nil, running
}

// last returns the job of the scope s that was offered last, or nil. Only its
// owner, who calls this, changes the links of a runner's list: no lock.
func (o *offers) last(s *Scope) *Job {
	for j := o.newest; j != nil && j.seq > s.mark; j = j.older {
		if j.region >= s.region {
			return j
		}
	}
	return nil
}
