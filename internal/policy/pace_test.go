package policy

import (
	"math/rand/v2"
	"testing"
)

func TestPaceZeroAsksAtOnce(t *testing.T) {
	var p Pace
	if p.Wait(0) != 0 {
		t.Fatal("the zero Pace must allow the first raise")
	}
}

func TestPaceDoublesWhileTakenWorkIsShort(t *testing.T) {
	var p Pace
	want := []int64{20_000, 40_000, 80_000, 160_000, 320_000, 640_000, 1_000_000, 1_000_000}
	for i, w := range want {
		p.Ran(Worthwhile - 1)
		p.Answered(5_000_000, 0)
		if got := p.Wait(5_000_000); got != w {
			t.Fatalf("after %d short runs the pause is %d ns, want %d", i+1, got, w)
		}
	}
	p.Ran(Worthwhile)
	p.Answered(0, 0)
	if got := p.Wait(0); got != PaceMax/2 {
		t.Fatalf("after one longer run the pause is %d ns, want half of %d", got, PaceMax)
	}
	for range 10 {
		p.Ran(Worthwhile)
	}
	p.Answered(0, 0)
	if got := p.Wait(0); got != PaceMin {
		t.Fatalf("after longer runs the pause is %d ns, want %d", got, PaceMin)
	}
}

func TestPaceForgetsShortRunsAfterALongOne(t *testing.T) {
	var p Pace
	for range 10 {
		p.Ran(0)
	}
	p.Ran(reset * Worthwhile)
	p.Answered(0, 0)
	if got := p.Wait(0); got != PaceMin {
		t.Fatalf("the pause is %d ns, want %d", got, PaceMin)
	}
}

func TestPaceLeavesLongChainsAlone(t *testing.T) {
	var p Pace
	p.Answered(0, 23_000_000)
	if p.Wait(23_000_000*WalkShare-1) == 0 {
		t.Fatal("a chain with walks of 23 ms was asked again too soon")
	}
	if p.Wait(23_000_000*WalkShare) != 0 {
		t.Fatal("the pause after a long walk has no end")
	}
}

// Whatever happens, a raise is never further away than PaceMax or the share of
// the last walk.
func TestPaceIsBounded(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var p Pace
	now := int64(0)
	for range 100_000 {
		now += rng.Int64N(100_000)
		walked := int64(0)
		switch rng.IntN(3) {
		case 0:
			p.Ran(rng.Int64N(60_000))
			continue
		case 1:
			p.Missed(now)
		case 2:
			walked = rng.Int64N(100_000)
			p.Answered(now, walked)
		}
		if w := p.Wait(now); w < PaceMin || w > max(PaceMax, walked*WalkShare) {
			t.Fatalf("pause of %d ns after a walk of %d", w, walked)
		}
	}
}
