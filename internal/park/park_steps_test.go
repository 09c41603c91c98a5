package park_test

import (
	"testing"
	"time"

	"github.com/takt-go/takt/internal/park"
)

type parker interface {
	Nap(d time.Duration) bool
	Park()
	Unpark()
}

// wakeAt lets an owner wait once and calls Unpark when it is at step s. It reports whether the wait took the token, in
// its own time and not because it was rescued when patience was over.
func wakeAt(t *testing.T, p parker, inner *park.Parker, s park.Step, nap time.Duration, patience time.Duration) bool {
	t.Helper()
	came := false
	park.SetHook(t, func(at park.Step, _ *park.Parker) {
		if at == s && !came {
			came = true
			p.Unpark()
		}
	})
	done := make(chan bool)
	go func() {
		if nap > 0 {
			done <- p.Nap(nap)
		} else {
			p.Park()
			done <- true
		}
	}()
	ok := false
	select {
	case ok = <-done:
	case <-time.After(patience):
		park.Rescue(inner)
		<-done
		ok = false
	}
	if !came {
		t.Errorf("the wait never came to step %d", s)
	}
	return ok
}

func TestUnparkAtEachStepIsNotLost(t *testing.T) {
	for _, c := range []struct {
		name string
		step park.Step
		nap  time.Duration // 0 means Park
	}{
		{"nap, case 1", park.StepLooked, long},
		{"nap, case 2", park.StepAnnounced, long},
		{"nap, case 4", park.StepWoke, time.Millisecond},
		{"park, case 1", park.StepLooked, 0},
		{"park, case 2", park.StepAnnounced, 0},
	} {
		var p park.Parker
		if !wakeAt(t, &p, &p, c.step, c.nap, long/2) {
			t.Errorf("%s: lost", c.name)
		}
		if !park.Quiet(&p) {
			t.Errorf("%s: something is left behind", c.name)
		}
	}
}

func TestStepsCatchPlantedBugs(t *testing.T) {
	const patience = 100 * time.Millisecond
	for _, nap := range []time.Duration{long, 0} {
		var b park.Blind
		park.Prepare(&b.Parker)
		if wakeAt(t, &b, &b.Parker, park.StepLooked, nap, patience) {
			t.Errorf("nap %v: a Parker that overwrites its token passed", nap)
		}
	}
	// What is asleep at the kernel is woken by U2 only; at this step nothing else can end the park.
	var m park.Mute
	park.Prepare(&m.Parker)
	if wakeAt(t, &m, &m.Parker, park.StepAnnounced, 0, patience) {
		t.Error("a Parker that wakes nobody passed")
	}
}

// Case 4, with a waker that stops between U1 and U2 until the owner's nap is over and the next has begun.
func TestLateWakeDoesNotDisturbNextWait(t *testing.T) {
	var p park.Parker
	left := make(chan bool)
	resume := make(chan bool)
	park.SetHook(t, func(s park.Step, _ *park.Parker) {
		switch s {
		case park.StepLeft:
			left <- true
			<-resume
		}
	})
	const first, second = 20 * time.Millisecond, 60 * time.Millisecond
	waker := make(chan bool)
	go func() {
		for !park.Announced(&p) {
			time.Sleep(100 * time.Microsecond)
		}
		p.Unpark()
		waker <- true
	}()
	go func() {
		<-left
		time.Sleep(first + second/2)
		resume <- true
	}()
	if !p.Nap(first) {
		t.Error("the token was lost")
	}
	start := time.Now()
	if p.Nap(second) {
		t.Error("the late wake-up passed for a token")
	}
	if got := time.Since(start); got < second {
		t.Errorf("the late wake-up cut a nap of %v to %v", second, got)
	}
	within(t, waker)
	if !park.Quiet(&p) {
		t.Error("something is left behind")
	}
}
