package park_test

import (
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/takt-go/takt/internal/park"
)

// counts says how often the hook saw each step, over all Parkers.
type counts [4]atomic.Int64

func countSteps(t *testing.T) *counts {
	var c counts
	park.SetHook(t, func(s park.Step, _ *park.Parker) { c[s].Add(1) })
	return &c
}

// slept fails the test unless the owners announced themselves and the wakers found them so, each at least n times.
func (c *counts) slept(t *testing.T, n int64) {
	t.Helper()
	a, l := c[park.StepAnnounced].Load(), c[park.StepLeft].Load()
	t.Logf("%d waits, %d wakes of a waiting owner", a, l)
	if a < n || l < n {
		t.Errorf("want at least %d of each", n)
	}
}

// idleAWhile lets some time pass: mostly less than it takes to fall asleep, sometimes more.
func idleAWhile(r *rand.Rand) {
	d := time.Duration(r.IntN(2000))
	switch r.IntN(16) {
	case 0:
		d *= 50
	case 1:
		runtime.Gosched()
	}
	for t := time.Now(); time.Since(t) < d; {
	}
}

func seeded(t testing.TB) *rand.Rand {
	s := rand.Uint64()
	t.Logf("seed %d", s)
	return rand.New(rand.NewPCG(s, 0))
}

// wait takes one token, one way or another.
func wait(p parker, r *rand.Rand) {
	switch r.IntN(3) {
	case 0:
		p.Park()
	case 1:
		p.Nap(long)
	default:
		for !p.Nap(time.Duration(r.IntN(20_000))) {
		}
	}
}

func TestPingPong(t *testing.T) {
	rounds := 100_000
	if testing.Short() {
		rounds = 5000
	}
	c := countSteps(t)
	var ping, pong park.Parker
	var ball int // plain: the race detector checks the edges
	player := func(mine, other *park.Parker, r *rand.Rand) {
		for range rounds {
			wait(mine, r)
			ball++
			if r.IntN(4) == 0 {
				idleAWhile(r)
			}
			other.Unpark()
		}
	}
	var wg sync.WaitGroup
	a, b := seeded(t), seeded(t)
	wg.Go(func() { player(&ping, &pong, a) })
	wg.Go(func() { player(&pong, &ping, b) })
	ping.Unpark()
	wg.Wait()
	if ball != 2*rounds {
		t.Errorf("%d strokes, want %d", ball, 2*rounds)
	}
	c.slept(t, int64(rounds/10))
}

// lossy sends tokens to an owner that waits for each, and reports the first round whose token did not end the wait
// within patience, or -1.
func lossy(t *testing.T, p parker, inner *park.Parker, rounds int, patience time.Duration) int {
	var sent, seen atomic.Int64
	done := make(chan bool)
	mine, its := seeded(t), seeded(t)
	go func() {
		for seen.Load() < int64(rounds) {
			for n := sent.Load(); seen.Load() == n; n = sent.Load() {
				longWait(p, its)
			}
			seen.Store(sent.Load())
			idleAWhile(its)
		}
		done <- true
	}()
	lost := -1
	for i := 1; i <= rounds && lost < 0; i++ {
		idleAWhile(mine)
		sent.Store(int64(i))
		p.Unpark()
		for t0 := time.Now(); seen.Load() != int64(i); runtime.Gosched() {
			if time.Since(t0) > patience {
				lost = i
				break
			}
		}
	}
	sent.Store(int64(rounds))
	if lost < 0 {
		p.Unpark()
	} else {
		park.Rescue(inner)
	}
	<-done
	return lost
}

// longWait waits without a way out for a lost wake-up.
func longWait(p parker, r *rand.Rand) {
	if r.IntN(2) == 0 {
		p.Park()
		return
	}
	p.Nap(long)
}

func TestNoWakeIsLost(t *testing.T) {
	rounds := 5000
	if testing.Short() {
		rounds = 2000
	}
	c := countSteps(t)
	var p park.Parker
	if i := lossy(t, &p, &p, rounds, 20*time.Second); i >= 0 {
		t.Errorf("the wake-up of round %d was lost", i)
	}
	c.slept(t, int64(rounds/20))
}

func TestStressCatchesPlantedBugs(t *testing.T) {
	const rounds, patience = 50_000, 500 * time.Millisecond
	var look park.LookFirst
	var blind park.Blind
	var mute park.Mute
	for _, c := range []struct {
		bug   string
		p     parker
		inner *park.Parker
	}{
		{"an Unpark that looks before it stores", &look, &look.Parker},
		{"a wait that overwrites its token", &blind, &blind.Parker},
		{"an Unpark that wakes nobody", &mute, &mute.Parker},
	} {
		park.Prepare(c.inner)
		i := lossy(t, c.p, c.inner, rounds, patience)
		if i < 0 {
			t.Errorf("%s passed", c.bug)
		}
		t.Logf("%s: caught in round %d", c.bug, i)
	}
}

func TestManyUnparkersWakeOneOwner(t *testing.T) {
	const unparkers, each = 8, 250
	c := countSteps(t)
	var p park.Parker
	var posted, seen atomic.Int64
	done := make(chan bool)
	its := seeded(t)
	go func() {
		for seen.Load() < unparkers*each {
			longWait(&p, its)
			seen.Store(posted.Load())
		}
		done <- true
	}()
	for range unparkers {
		r := seeded(t)
		go func() {
			for range each {
				idleAWhile(r)
				n := posted.Add(1)
				p.Unpark()
				for seen.Load() < n { // an owner that misses this one stays asleep, once all wait for it
					runtime.Gosched()
				}
			}
			done <- true
		}()
	}
	for range unparkers + 1 {
		within(t, done)
	}
	p.Nap(0) // the owner may have left on the count, before the last token
	if !park.Quiet(&p) {
		t.Error("something is left behind")
	}
	c.slept(t, each/10)
}
