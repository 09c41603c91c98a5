package sched

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/takt-go/takt/internal/testkit"
)

// handOut has one owner offer jobs in bursts, and take back what it can, while
// seven thieves take. It reports the job that was not handed out exactly once,
// and how many the thieves got.
func handOut(rng *rand.Rand, o *offers, items, burst int, take func(*offers) *Job) (stolen int32, err error) {
	const thieves = 7
	jobs := make([]testJob, items)
	got := make([]atomic.Int32, items)
	var thefts atomic.Int32
	var end atomic.Bool
	together(thieves+1, func(i int) {
		if i == 0 {
			ownOffers(rng, o, jobs, burst, func(j *testJob) { got[j.id].Add(1) })
			end.Store(true)
			return
		}
		for !end.Load() {
			if j := take(o); j != nil {
				got[idOf(j)].Add(1)
				thefts.Add(1)
				j.state.Store(done)
			} else {
				runtime.Gosched()
			}
		}
	})
	for i := range got {
		if n := got[i].Load(); n != 1 {
			return 0, fmt.Errorf("job %d was handed out %d times", i, n)
		}
	}
	if o.oldest != nil || o.newest != nil || o.next != nil || o.size.Load() != 0 || o.count.Load() != 0 {
		return 0, fmt.Errorf("the list is not empty in the end: size %d, count %d", o.size.Load(), o.count.Load())
	}
	return thefts.Load(), nil
}

// ownOffers offers all jobs, burst by burst, and takes back or removes each.
func ownOffers(rng *rand.Rand, o *offers, jobs []testJob, burst int, mine func(*testJob)) {
	for at := 0; at < len(jobs); {
		n := min(1+rng.IntN(burst), len(jobs)-at)
		batch := jobs[at : at+n]
		for i := range batch {
			batch[i].id = at + i
			if i > 0 {
				batch[i-1].newer = &batch[i].Job
			}
		}
		o.add(&batch[0].Job, &batch[n-1].Job, n)
		if rng.IntN(16) == 0 {
			runtime.Gosched()
		}
		for i := n - 1; i >= 0; i-- {
			j := &batch[i]
			if o.takeBack(&j.Job) {
				mine(j)
				continue
			}
			for !j.isDone() {
				runtime.Gosched()
			}
			o.remove(&j.Job)
		}
		at += n
	}
}

// The list grows and empties under seven thieves, with counters that pass their
// limits.
func TestCase009OffersAreHandedOutOnce(t *testing.T) {
	rng := testkit.Rand(t)
	items := 100_000
	if os.Getenv("TAKT_FULL") == "1" {
		items = 10_000_000
	}
	for _, first := range []uint64{0, math.MaxUint32 - 100, math.MaxInt64 - 100} {
		for _, burst := range []int{1, 64} {
			o := &offers{pool: boardPool(8), seq: first}
			stolen, err := handOut(rng, o, items, burst, (*offers).take)
			for range 20 {
				if stolen > 0 || err != nil {
					break
				}
				stolen, err = handOut(rng, o, items, burst, (*offers).take)
			}
			if err != nil {
				t.Errorf("bursts of %d, from %d: %v", burst, first, err)
			} else if stolen == 0 {
				t.Errorf("bursts of %d: the thieves got nothing", burst)
			}
		}
	}
}

func TestHandOutCheckFindsAClaimWithoutCompareAndSwap(t *testing.T) {
	takeByStore := func(o *offers) *Job {
		o.mu.Lock()
		defer o.mu.Unlock()
		for j := o.next; j != nil; j = j.newer {
			o.next = j.newer
			if j.state.Load() == offered {
				runtime.Gosched()
				j.state.Store(taken)
				o.count.Add(-1)
				return j
			}
		}
		return nil
	}
	for i := range 50 {
		o := &offers{pool: boardPool(8)}
		if _, err := handOut(rand.New(rand.NewPCG(uint64(i), 1)), o, 2000, 64, takeByStore); err != nil {
			return
		}
	}
	t.Error("not found")
}
