package sched

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/takt-go/takt/internal/testkit"
)

// listWith returns a list of p with n offers.
func listWith(p *Pool, n int) *offers {
	o := &offers{pool: p}
	for i := range n {
		j := &testJob{id: i}
		o.add(&j.Job, &j.Job, 1)
	}
	return o
}

// boardPool is a pool of no worker, with room for n.
func boardPool(n int) *Pool {
	p := &Pool{}
	p.limit.Store(int32(n))
	return p
}

func TestBoardShowsWhatIsShown(t *testing.T) {
	rng := testkit.Rand(t)
	p := boardPool(math.MaxInt32)
	for range 200 {
		var b shownLists
		lists := make([]*offers, 6)
		for i := range lists {
			lists[i] = listWith(p, 0)
		}
		showHideSteal(t, rng, &b, lists)
	}
}

func showHideSteal(t *testing.T, rng *rand.Rand, b *shownLists, lists []*offers) {
	shown := make(map[*offers]bool)
	for range 100 {
		o := lists[rng.IntN(len(lists))]
		switch rng.IntN(4) {
		case 0:
			b.show(o)
			shown[o] = true
		case 1:
			b.hide(o)
			delete(shown, o)
		case 2:
			j := &testJob{}
			o.add(&j.Job, &j.Job, 1)
		case 3:
			offers := int32(0)
			for o := range shown {
				offers += o.count.Load()
			}
			if j := b.steal(); (j != nil) != (offers > 0) {
				t.Fatalf("%d offers are shown, and steal gave %v", offers, j)
			}
		}
		if len(b.lists) != len(shown) || int(b.size.Load()) != len(shown) {
			t.Fatalf("%d lists and size %d, want %d", len(b.lists), b.size.Load(), len(shown))
		}
		for i, o := range b.lists {
			if o.index != i || !shown[o] || !o.shown.Load() {
				t.Fatal("a list stands where it should not")
			}
		}
	}
}

func TestThievesGoRound(t *testing.T) {
	var b shownLists
	p := boardPool(math.MaxInt32)
	lists := make([]*offers, 5)
	for i := range lists {
		lists[i] = listWith(p, 10)
		b.show(lists[i])
	}
	for range lists {
		b.steal()
	}
	for i, o := range lists {
		if n := o.count.Load(); n != 9 {
			t.Errorf("list %d lost %d offers to as many thieves as there are lists, want 1", i, 10-n)
		}
	}
}

func TestThievesGoRoundWithALateTurn(t *testing.T) {
	var b shownLists
	p := boardPool(math.MaxInt32)
	for range 3 {
		b.show(listWith(p, 10))
	}
	b.turn = math.MaxInt - 2
	for range 30 {
		if b.steal() == nil {
			t.Fatal("found none of the offers that are left")
		}
	}
}

func TestTheftTakesASlotOfThePool(t *testing.T) {
	var b shownLists
	small, large := boardPool(1), boardPool(3)
	b.show(listWith(small, 5))
	b.show(listWith(large, 5))
	for range 4 {
		if b.steal() == nil {
			t.Fatal("found nothing although a pool has room")
		}
	}
	if j := b.steal(); j != nil {
		t.Error("stole beyond the limits of both pools")
	}
	if small.busy.Load() != 1 || large.busy.Load() != 3 {
		t.Errorf("%d and %d slots taken, want 1 and 3", small.busy.Load(), large.busy.Load())
	}
}

func TestFailedTheftLeavesNoSlotTaken(t *testing.T) {
	var b shownLists
	p := boardPool(2)
	o := listWith(p, 1)
	b.show(o)
	o.oldest.claim() // the owner was faster; the count lags behind
	if b.steal() != nil || p.busy.Load() != 0 {
		t.Errorf("%d slots taken after nothing was stolen", p.busy.Load())
	}
}

func TestThievesKeepTheLimitOfAGroup(t *testing.T) {
	var b shownLists
	p := boardPool(10)
	g := newGroup(Computation{pool: p})
	g.SetLimit(2)
	for i := range 5 {
		j := &testJob{id: i}
		j.group = g
		g.offers.add(&j.Job, &j.Job, 1)
	}
	b.show(&g.offers)
	first := b.steal()
	if first == nil || b.steal() == nil || b.steal() != nil {
		t.Fatal("want two offers, and no third")
	}
	g.pending.Store(5)
	first.runner = newRunner()
	first.finish()
	if b.steal() == nil || b.steal() != nil {
		t.Error("want one more offer after one of two has ended")
	}
}
