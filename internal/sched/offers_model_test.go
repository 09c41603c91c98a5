package sched

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/takt-go/takt/internal/testkit"
)

// listOps are the operations of a list of offers, so that the model test can be
// run over lists with planted bugs.
type listOps struct {
	add      func(o *offers, first, last *Job, n int)
	remove   func(o *offers, j *Job)
	takeBack func(o *offers, j *Job) bool
	take     func(o *offers) *Job
}

var realOps = listOps{(*offers).add, (*offers).remove, (*offers).takeBack, (*offers).take}

// offersModel is a list of offers beside a slice that says what it must be.
type offersModel struct {
	ops  listOps
	rng  *rand.Rand
	list offers
	jobs []*testJob // those on the list, from the oldest
	ups  []*Job     // what jobs were promoted under
	made int
}

func (m *offersModel) isOffered(j *testJob) bool { return j.state.Load() == offered }

// oldest returns the oldest offered job that satisfies ok, or nil.
func (m *offersModel) oldest(ok func(*testJob) bool) *Job {
	for _, j := range m.jobs {
		if m.isOffered(j) && ok(j) {
			return &j.Job
		}
	}
	return nil
}

// step does one random operation and says what was wrong with its result.
func (m *offersModel) step() error {
	switch m.rng.IntN(6) {
	case 0, 1:
		m.add(1 + m.rng.IntN(4))
	case 2:
		want := m.oldest(func(*testJob) bool { return true })
		if got := m.ops.take(&m.list); got != want {
			return fmt.Errorf("take gave %p, want %p", got, want)
		}
	case 3:
		return m.takeUnder(m.ups[m.rng.IntN(len(m.ups))])
	case 4:
		return m.join()
	case 5:
		return m.last()
	}
	return nil
}

func (m *offersModel) add(n int) {
	var first, last *testJob
	for range n {
		m.made++
		j := &testJob{id: m.made}
		j.under, j.region = m.ups[m.rng.IntN(len(m.ups))], int32(m.rng.IntN(3))
		if first == nil {
			first = j
		} else {
			last.newer = &j.Job
		}
		last = j
		m.jobs = append(m.jobs, j)
	}
	m.ops.add(&m.list, &first.Job, &last.Job, n)
}

func (m *offersModel) takeUnder(up *Job) error {
	want := m.oldest(func(j *testJob) bool { return j.under == up })
	var running []*Job
	for _, j := range m.jobs {
		if &j.Job == want || len(running) == 3 {
			break
		}
		if j.under == up && !m.isOffered(j) {
			running = append(running, &j.Job)
		}
	}
	var room [3]*Job
	got, others := m.list.takeUnder(up, room[:0])
	if got != want || !slices.Equal(others, running) {
		return fmt.Errorf("takeUnder gave %p and %v, want %p and %v", got, others, want, running)
	}
	return nil
}

// join is what an owner does with any of its jobs: take it back, or remove it.
func (m *offersModel) join() error {
	if len(m.jobs) == 0 {
		return nil
	}
	i := m.rng.IntN(len(m.jobs))
	j := m.jobs[i]
	want := m.isOffered(j)
	if got := m.ops.takeBack(&m.list, &j.Job); got != want {
		return fmt.Errorf("takeBack gave %v, want %v", got, want)
	}
	if !want {
		m.ops.remove(&m.list, &j.Job)
	}
	m.jobs = slices.Delete(m.jobs, i, i+1)
	return nil
}

func (m *offersModel) last() error {
	s := Scope{mark: uint64(m.rng.IntN(m.made + 1)), region: int32(m.rng.IntN(3))}
	var want *Job
	for _, j := range m.jobs {
		if j.seq > s.mark && j.region >= s.region {
			want = &j.Job
		}
	}
	if got := m.list.last(&s); got != want {
		return fmt.Errorf("last(%+v) gave %p, want %p", s, got, want)
	}
	return nil
}

// check compares the list with the model.
func (m *offersModel) check() error {
	var older *Job
	at, count := m.list.oldest, 0
	reached := m.list.next == nil
	for i, want := range m.jobs {
		switch {
		case at != &want.Job:
			return fmt.Errorf("entry %d is not the model's", i)
		case at.older != older:
			return fmt.Errorf("entry %d does not link to the older one", i)
		case older != nil && at.seq <= older.seq:
			return fmt.Errorf("entry %d is not younger than the one before", i)
		}
		reached = reached || at == m.list.next
		if m.isOffered(want) {
			count++
			if m.list.next == nil || !reached {
				return fmt.Errorf("entry %d is offered, but older than next", i)
			}
		}
		older, at = at, at.newer
	}
	switch {
	case at != nil || m.list.newest != older:
		return fmt.Errorf("the list does not end with the model's last")
	case !reached:
		return fmt.Errorf("next is not on the list")
	case int(m.list.size.Load()) != len(m.jobs) || int(m.list.count.Load()) != count:
		return fmt.Errorf("size %d and count %d, want %d and %d", m.list.size.Load(), m.list.count.Load(), len(m.jobs), count)
	}
	return nil
}

func runOffersModel(ops listOps, rng *rand.Rand, steps int) error {
	m := &offersModel{ops: ops, rng: rng, ups: []*Job{nil, new(Job), new(Job)}}
	for i := range steps {
		if err := m.step(); err != nil {
			return fmt.Errorf("step %d: %w", i, err)
		}
		if err := m.check(); err != nil {
			return fmt.Errorf("after step %d: %w", i, err)
		}
	}
	return nil
}

func TestOffersBehaveLikeASlice(t *testing.T) {
	rng := testkit.Rand(t)
	for range 200 {
		if err := runOffersModel(realOps, rng, 300); err != nil {
			t.Fatal(err)
		}
	}
}

// plantedOffers are lists that each lack one line of the real one.
var plantedOffers = map[string]func(*listOps){
	"remove leaves next behind": func(ops *listOps) {
		ops.remove = func(o *offers, j *Job) {
			next, was := o.next, o.next == j
			o.remove(j)
			if was {
				o.next = next
			}
		}
		ops.takeBack = func(o *offers, j *Job) bool {
			if !j.claim() {
				return false
			}
			o.count.Add(-1)
			ops.remove(o, j)
			return true
		}
	},
	"add forgets next": func(ops *listOps) {
		ops.add = func(o *offers, first, last *Job, n int) {
			next := o.next
			o.add(first, last, n)
			o.next = next
		}
	},
	"take forgets the count": func(ops *listOps) {
		ops.take = func(o *offers) *Job {
			j := o.take()
			if j != nil {
				o.count.Add(1)
			}
			return j
		}
	},
	"takeBack leaves the job on the list": func(ops *listOps) {
		ops.takeBack = func(o *offers, j *Job) bool {
			ok := j.claim()
			if ok {
				o.count.Add(-1)
			}
			return ok
		}
	},
	"a chain is added the wrong way round": func(ops *listOps) {
		ops.add = func(o *offers, first, last *Job, n int) {
			for j := last; n > 0; n-- {
				older := j.older
				if j == first {
					older = nil
				}
				j.newer = nil
				o.add(j, j, 1)
				j = older
			}
		}
	},
}

func TestOffersModelFindsPlantedBugs(t *testing.T) {
	for name, plant := range plantedOffers {
		t.Run(name, func(t *testing.T) {
			ops := realOps
			plant(&ops)
			caught := func() (err error) {
				defer func() {
					if v := recover(); v != nil {
						err = fmt.Errorf("panic: %v", v)
					}
				}()
				return runOffersModel(ops, rand.New(rand.NewPCG(1, 2)), 2000)
			}()
			if caught == nil {
				t.Error("the model test did not find it")
			}
		})
	}
}
