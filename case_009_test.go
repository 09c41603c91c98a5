package takt_test

import (
	"testing"

	"github.com/takt-go/takt"
	"github.com/takt-go/takt/internal/testkit"
)

// burst forks n bodies, each below the last, and joins them youngest first.
type burst struct {
	seen  hits
	first int
	n     int
}

func runBurst(t takt.Task, b burst) int {
	t.Poll()
	if b.n == 0 {
		return 0
	}
	f := takt.Fork(t, hitOne, burst{b.seen, b.first, 1})
	sum := runBurst(f.Task(), burst{b.seen, b.first + 1, b.n - 1})
	if v, ok := f.Taken(); ok {
		return sum + v
	}
	return sum + hitOne(t, b)
}

func hitOne(_ takt.Task, b burst) int {
	b.seen.add(b.first)
	return b.first
}

// burstsOf runs bursts until all bodies ran, in one call from outside.
func burstsOf(t takt.Task, seen hits, size func() int) int {
	return takt.Call(t, func(t takt.Task, _ int) int {
		sum := 0
		for at := 0; at < len(seen); {
			n := min(size(), len(seen)-at)
			sum += runBurst(t, burst{seen, at, n})
			at += n
		}
		return sum
	}, 0)
}

// One owner forks in bursts and joins, seven others take: every body runs once.
func TestCase009NoForkIsLostOrRunTwice(t *testing.T) {
	rng := testkit.Rand(t)
	hammer(t)
	forks := scaled(200_000, 10_000_000)
	sizes := map[string]func() int{
		"bursts":       func() int { return 1 + rng.IntN(64) },
		"one or two":   func() int { return 1 + rng.IntN(2) },
		"always alone": func() int { return 1 },
	}
	for name, size := range sizes {
		t.Run(name, func(t *testing.T) {
			p := open(t, 8)
			seen := make(hits, forks)
			within(t, func() {
				untilContested(t, p, 1, func() {
					// The sum wraps where an int has 32 bits, and so must what it is compared with.
					if got, want := burstsOf(outside(p), seen, size), int(int64(forks)*int64(forks-1)/2); got != want {
						t.Errorf("the sum is %d, want %d", got, want)
					}
					seen.exactlyOnce(t)
				})
			})
			everyJoined(t, p)
		})
	}
}
