package sched

import (
	"sync"
	"sync/atomic"
)

// board shows the lists on which thieves may find something. A list comes on
// it with its first offer and stays until its owner's computation ends, so
// that a computation which shares nothing never touches the board.
var board shownLists

type shownLists struct {
	mu    sync.Mutex
	lists []*offers
	turn  int          // where the next thief begins
	size  atomic.Int32 // of lists; a hint
	group atomic.Int32 // lists of groups among them
}

// show puts o on the board, if it is not there. [P5]
func (b *shownLists) show(o *offers) {
	if o.shown.Load() {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if o.shown.Load() {
		return // a group's list may be shown by many at once
	}
	o.shown.Store(true)
	if o.group != nil {
		b.group.Add(1)
	}
	o.index = len(b.lists)
	b.lists = append(b.lists, o)
	b.size.Store(int32(len(b.lists)))
}

// hide takes o off the board. No thief looks at it afterwards. [L2]
func (b *shownLists) hide(o *offers) {
	if !o.shown.Load() {
		return
	}
	b.mu.Lock()
	o.shown.Store(false)
	if o.group != nil {
		b.group.Add(-1)
	}
	last := len(b.lists) - 1
	b.lists[o.index] = b.lists[last]
	b.lists[o.index].index = o.index
	b.lists[last] = nil
	b.lists = b.lists[:last]
	b.size.Store(int32(last))
	b.mu.Unlock()
}

// steal claims an offer from any list whose pool has room, and takes a slot of
// that pool for it. Each thief begins behind the list that the last one took
// from. [T1]-[T3]
func (b *shownLists) steal() *Job {
	if b.size.Load() == 0 {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for i := range b.lists {
		o := b.lists[(b.turn+i)%len(b.lists)]
		if o.count.Load() <= 0 || !o.pool.acquire() {
			continue
		}
		if j := o.take(); j != nil {
			b.turn = (b.turn + i + 1) % len(b.lists)
			return j
		}
		o.pool.release()
	}
	return nil
}

// takeUnder claims an offer of a group that was made under the job up, or adds
// the group's running jobs to those given, to look for their descendants. [J3]
func (b *shownLists) takeUnder(up *Job, running []*Job) (*Job, []*Job) {
	if b.group.Load() == 0 {
		return nil, running // joiners that spin must not take the lock for nothing
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, o := range b.lists {
		if o.group == nil || o.group.under != up {
			continue
		}
		if j := o.take(); j != nil {
			return j, running
		}
		running = o.runningJobs(running)
	}
	return nil, running
}

// any reports whether a list has offers.
func (b *shownLists) any() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, o := range b.lists {
		if o.count.Load() > 0 {
			return true
		}
	}
	return false
}
