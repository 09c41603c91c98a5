package sched

import (
	"runtime"
	"sync/atomic"
	"testing"
)

// flagDown makes sure that nobody but the test uses the flag.
func flagDown(t *testing.T) {
	settleWorkers(t)
	if want.asker.Load() != nil || Wanted() {
		t.Fatal("somebody asks although there is no pool")
	}
	t.Cleanup(withdraw)
}

// asker0 returns a runner that may ask.
func asker0() *Runner {
	r := newRunner()
	r.own.pool = nobody
	r.comp = &r.own
	return r
}

func TestOneAsksAtATime(t *testing.T) {
	flagDown(t)
	a, b := asker0(), asker0()
	if !raise(a) || raise(b) || raise(a) {
		t.Error("want the first raise to win, and no other before it is withdrawn")
	}
	withdraw()
	if Wanted() || !raise(b) {
		t.Error("want a withdrawn flag to be down, and free for others")
	}
}

func TestAnswerIsSeenByTheAskerOnce(t *testing.T) {
	flagDown(t)
	a := asker0()
	want.answers.Store(^uint32(0)) // the counter wraps at the answer
	raise(a)
	if a.answered() {
		t.Error("answered before anybody did")
	}
	if was := takeDown(); was != up || Wanted() {
		t.Errorf("takeDown found %d, flag up %v", was, Wanted())
	}
	answer(up)
	if !a.answered() || a.parker.Nap(0) {
		t.Error("want an answer, and no wake-up for an asker that does not nap")
	}
	withdraw()
	raise(a)
	if a.answered() {
		t.Error("an old answer counts for a new question")
	}
}

func TestAnswerWakesANappingAsker(t *testing.T) {
	flagDown(t)
	a := asker0()
	raise(a)
	napWithFlag()
	if !Wanted() {
		t.Error("the flag of a napping asker is down")
	}
	was := takeDown()
	if was != upAsks {
		t.Errorf("takeDown found %d, want %d", was, upAsks)
	}
	answer(was)
	if !a.parker.Nap(0) {
		t.Error("the napping asker was not woken")
	}
	napWithFlag()
	if Wanted() {
		t.Error("napping raised an answered flag")
	}
}

func TestAskerThatWakesByItselfNeedsNoWakeUp(t *testing.T) {
	flagDown(t)
	a := asker0()
	raise(a)
	napWithFlag()
	wakeWithFlag()
	if was := takeDown(); was != up {
		t.Errorf("takeDown found %d, want %d", was, up)
	}
}

// answersTo raises the flag rounds times while several look for it. It returns how
// many answered, and how many saw the flag and came too late.
func answersTo(rounds int, takeDown func() uint32) (answers, late int32) {
	const pollers = 3
	var won, lost atomic.Int32
	var end atomic.Bool
	r := asker0()
	together(pollers+1, func(i int) {
		if i < pollers {
			for !end.Load() {
				if Wanted() {
					runtime.Gosched() // let the others see it, too
					if takeDown() != down {
						won.Add(1)
					} else {
						lost.Add(1)
					}
				}
				runtime.Gosched()
			}
			return
		}
		for range rounds {
			raise(r)
			for Wanted() {
				runtime.Gosched()
			}
			withdraw()
		}
		end.Store(true)
	})
	return won.Load(), lost.Load()
}

func TestOneAnswersEachRaise(t *testing.T) {
	flagDown(t)
	const rounds = 20_000
	late := int32(0)
	for try := 0; try < 20 && late == 0; try++ {
		var answers int32
		if answers, late = answersTo(rounds, takeDown); answers != rounds {
			t.Fatalf("%d answers to %d raises", answers, rounds)
		}
	}
	if late == 0 && runtime.GOMAXPROCS(0) > 1 {
		t.Error("nobody ever came too late, so there was no contest")
	}
}

func TestAnswerCheckFindsLoadAndStore(t *testing.T) {
	flagDown(t)
	loadStore := func() uint32 {
		v := atomic.LoadUint32(&want.flag)
		runtime.Gosched()
		atomic.StoreUint32(&want.flag, down)
		return v
	}
	const rounds = 2000
	for range 50 {
		if answers, _ := answersTo(rounds, loadStore); answers != rounds {
			return
		}
	}
	t.Error("taking the flag down by load and store was not found")
}
