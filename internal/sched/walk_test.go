package sched

import "testing"

// batchSize is how many frames a beat gives away that walks over n.
func batchSize(n int) int { return 1 + n/framesPerOffer }

func TestWalkFindsTheOldestFrames(t *testing.T) {
	r := caller(t)
	for n := range 1200 {
		top, frames := chainOf(r, n, testWord, otherWord)
		batch := walk(top).batch
		if n == 0 {
			if batch != nil {
				t.Fatal("found a fork on an empty chain")
			}
			continue
		}
		if youngest := frames[batchSize(n)-1]; batch != youngest {
			t.Fatalf("%d frames: the batch does not begin with the one at %d", n, batchSize(n)-1)
		}
	}
}

func TestWalkEndsAtThePromoted(t *testing.T) {
	r := caller(t)
	top, frames := chainOf(r, 20, testWord)
	for n := 20; n > 0; n-- {
		if got := walk(top).batch; got != frames[20-n] {
			t.Fatalf("%d left: not the oldest of them", n)
		}
		j := r.promote(frames[20-n], here(r))
		if runnerOf(top) != r || jobOf(frames[20-n]) != j {
			t.Fatal("a promoted frame must lead to its job, and the chain to its runner")
		}
	}
	if walk(top).batch != nil {
		t.Error("found a fork where all are promoted")
	}
}

func TestPromotedBatchIsListedOldestFirst(t *testing.T) {
	for _, n := range []int{1, 2, 255, 256, 257, 1024, 5000} {
		r := caller(t)
		// Relays among the frames must not change what is promoted.
		top, frames := chainOf(r, n, testWord, otherWord)
		runnerOf(top)
		r.promoteChain(walk(top), here(r))
		id := 0
		for j := r.offers.oldest; j != nil; j = j.newer {
			if idOf(j) != id || jobOf(frames[id]) != j {
				t.Fatalf("%d frames: entry %d of the list is fork %d", n, id, idOf(j))
			}
			if j.kind != []Word{testWord, otherWord}[id%2] || j.comp != r.comp || j.runner != r {
				t.Fatalf("%d frames: job %d lost its kind, computation or runner", n, id)
			}
			id++
		}
		if id != batchSize(n) {
			t.Fatalf("%d frames: promoted %d, want %d", n, id, batchSize(n))
		}
		for i, f := range frames[id:] {
			if f.Parent == nil {
				t.Fatalf("%d frames: frame %d was promoted as well", n, id+i)
			}
		}
	}
}
