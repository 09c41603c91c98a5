package takt_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/takt-go/takt"
	"github.com/takt-go/takt/internal/testkit"
)

// lopsided is an unbalanced tree of forks: from node n, which has the children
// 2n+1 and 2n+2, only some go on. It polls where the random bits say so.
type lopsided struct {
	seen  hits
	polls uint64
	shape uint64
	at    int
}

func (l lopsided) child(i int) lopsided { l.at = 2*l.at + i; return l }

func (l lopsided) bit(of uint64) bool { return of>>(uint(l.at*7)%64)&1 != 0 }

func runLopsided(t takt.Task, l lopsided) int {
	if l.at >= len(l.seen) {
		return 0
	}
	l.seen.add(l.at)
	if l.bit(l.polls) {
		t.Poll()
	}
	if l.bit(l.shape) {
		return 1 + runLopsided(t, l.child(1)) + runLopsided(t, l.child(2))
	}
	f := takt.Fork(t, runLopsided, l.child(2))
	n := 1 + runLopsided(f.Task(), l.child(1))
	if m, ok := f.Taken(); ok {
		return n + m
	}
	return n + runLopsided(t, l.child(2))
}

// Forks are promoted at nearly every poll, or at random ones, just when their
// owner takes them back.
func TestCase108PromotionMeetsTakingBack(t *testing.T) {
	rng := testkit.Rand(t)
	for _, workers := range []int{2, 8} {
		for name, polls := range map[string]func() uint64{
			"at every fork": func() uint64 { return ^uint64(0) },
			"at random":     rng.Uint64,
		} {
			t.Run(fmt.Sprintf("%s,workers=%d", name, workers), func(t *testing.T) {
				p := open(t, workers)
				hammer(t)
				within(t, func() { lopsidedRuns(t, p, rng, polls) })
				everyJoined(t, p)
			})
		}
	}
}

func lopsidedRuns(t *testing.T, p *takt.Pool, rng *rand.Rand, polls func() uint64) {
	seen := make(hits, 1<<10)
	want := fib(20)
	untilContested(t, p, scaled(400, 1000), func() {
		if got := takt.Call(outside(p), forkFib, 20); got != want {
			t.Fatalf("fib(20) = %d, want %d", got, want)
		}
		l := lopsided{seen: seen, polls: polls(), shape: rng.Uint64()}
		if got := takt.Call(outside(p), runLopsided, l); got != len(seen) {
			t.Fatalf("%d nodes, want %d", got, len(seen))
		}
		seen.exactlyOnce(t)
	})
}
