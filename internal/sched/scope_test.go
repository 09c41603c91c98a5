package sched

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/takt-go/takt/internal/testkit"
)

// unsettled says what a scope has left behind that began at mark with these
// offers, the first before of them older than the scope.
func unsettled(r *Runner, jobs []*testJob, before int) error {
	listed := make(map[*Job]bool)
	for j := r.offers.oldest; j != nil; j = j.newer {
		listed[j] = true
	}
	for i, j := range jobs {
		s := j.state.Load()
		switch {
		case i < before && !listed[&j.Job]:
			return fmt.Errorf("offer %d is older than the scope and was settled", i)
		case i < before:
		case listed[&j.Job]:
			return fmt.Errorf("offer %d is still on the list", i)
		case s == offered:
			return fmt.Errorf("offer %d can still be taken", i)
		case s != done:
			return fmt.Errorf("offer %d still runs", i)
		}
	}
	return nil
}

// unwindRandomly makes offers before and after a scope began, has a thief run
// some of them, and ends the scope.
func unwindRandomly(rng *rand.Rand, r *Runner, unwind func(*Runner, *Scope)) error {
	var jobs []*testJob
	make1 := func() { jobs = append(jobs, offer(r, func(Task) { time.Sleep(time.Microsecond) })) }
	before := rng.IntN(4)
	for range before {
		make1()
	}
	s := r.scope()
	for range rng.IntN(5) {
		make1()
	}
	stolen := make(chan error)
	thefts := rng.IntN(len(jobs) + 1)
	go func() {
		thief := newRunner()
		thief.comp = r.comp
		for range thefts {
			if j := r.offers.take(); j != nil {
				thief.run(j)
			}
		}
		stolen <- nil
	}()
	if rng.IntN(2) == 0 {
		time.Sleep(5 * time.Microsecond)
	}
	unwind(r, &s)
	err := unsettled(r, jobs, before)
	<-stolen
	r.unwind(&Scope{})
	return errors.Join(err, unsettled(r, jobs, 0))
}

func TestScopeSettlesWhatBeganInIt(t *testing.T) {
	rng := testkit.Rand(t)
	r := caller(t)
	testkit.Within(t, 10*time.Second, func() {
		for range 2000 {
			if err := unwindRandomly(rng, r, (*Runner).unwind); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestSettleCheckFindsPlantedBugs(t *testing.T) {
	planted := map[string]func(*Runner, *Scope){
		"forgets the oldest": func(r *Runner, s *Scope) {
			s.mark++
			r.unwind(s)
		},
		"settles one too many": func(r *Runner, s *Scope) {
			s.mark = max(s.mark, 1) - 1
			r.unwind(s)
		},
		"takes off the list what somebody runs": func(r *Runner, s *Scope) {
			for j := r.offers.last(s); j != nil; j = r.offers.last(s) {
				j.claim()
				r.offers.remove(j)
				j.state.Store(offered)
			}
		},
	}
	for name, unwind := range planted {
		t.Run(name, func(t *testing.T) {
			r := caller(t)
			rng := rand.New(rand.NewPCG(1, 2))
			for range 500 {
				if unwindRandomly(rng, r, unwind) != nil {
					return
				}
			}
			t.Error("not found")
		})
	}
}

func TestCancelledOfferNeverRuns(t *testing.T) {
	r := caller(t)
	ran := false
	s := r.scope()
	j := offer(r, func(Task) { ran = true })
	r.unwind(&s)
	if r.offers.take() != nil || j.claim() || ran {
		t.Error("an offer that its scope cancelled could be taken")
	}
}

// TestScopeLeavesForksFromAboveAlone promotes a fork of an outer barrier while
// an inner scope runs. It is younger on the list than the scope, and still none
// of its business.
func TestScopeLeavesForksFromAboveAlone(t *testing.T) {
	inner := map[string]func(*Runner, func()){
		"job": func(r *Runner, body func()) {
			j := &testJob{fn: func(Task) { body() }}
			j.init(r, testWord, here(r))
			j.claim()
			r.run(&j.Job)
		},
		"failed barrier": func(r *Runner, body func()) {
			_, n, _ := Open(Task{r.Root()}, nil)
			body()
			returned := false
			r.Leave(n, &returned)
		},
	}
	for name, scope := range inner {
		t.Run(name, func(t *testing.T) {
			r := caller(t)
			fork, n := openFork(r, testWord, 0)
			scope(r, func() { r.promoteOldest(r.oldest(Task{r.Root()})) })
			if fork.Parent != nil {
				t.Fatal("the fork was not promoted")
			}
			j := jobOf(&fork.Frame)
			if !j.claim() {
				t.Error("the scope within cancelled the fork above it")
			}
			j.finish()
			if j.under != nil {
				t.Error("the fork counts as a descendant of what ran within")
			}
			leave(r, n)
		})
	}
}

func TestJobsRememberWhatTheyWerePromotedUnder(t *testing.T) {
	r := caller(t)
	var outer, within, after *testJob
	body := &testJob{fn: func(Task) { within = offer(r, nil) }}
	body.init(r, testWord, here(r))
	outer = offer(r, nil)
	body.claim()
	r.run(&body.Job)
	after = offer(r, nil)
	if outer.under != nil || within.under != &body.Job || after.under != nil {
		t.Errorf("under %p, %p, %p; want nil, %p, nil", outer.under, within.under, after.under, &body.Job)
	}
	if body.state.Load() != done || within.state.Load() != done {
		t.Error("want the body done, and what it did not join cancelled")
	}
}

func TestFailureOfABodyGoesToItsJob(t *testing.T) {
	r := caller(t)
	cause := errors.New("cause")
	j := &testJob{fn: func(Task) { panic(cause) }}
	j.init(r, testWord, here(r))
	j.claim()
	r.run(&j.Job)
	if f := j.failure; f == nil || f.Value != cause || f.Exit || len(f.Stack) == 0 {
		t.Errorf("failure %+v, want the panic value with its stack", f)
	}
	if r.job != nil || j.state.Load() != done {
		t.Error("the runner did not come back from the failed job")
	}
}

// To join what its scope has settled is a misuse. It must not disturb the list
// on which others still are.
func TestJoinAfterSettlingIsRefused(t *testing.T) {
	r := caller(t)
	outer := offer(r, nil)
	s := r.scope()
	inner := offer(r, nil)
	r.unwind(&s)
	func() {
		defer func() {
			if v := recover(); v != error(errCancelled) {
				t.Errorf("%v, want errCancelled", v)
			}
		}()
		r.Join(&inner.Job)
	}()
	if r.offers.oldest != &outer.Job || r.offers.newest != &outer.Job {
		t.Error("the list lost what is older than the scope")
	}
	if r.Join(&outer.Job) {
		t.Error("somebody ran the older offer")
	}
}
