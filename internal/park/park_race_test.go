//go:build race

package park_test

import (
	"runtime"
	"testing"

	"github.com/takt-go/takt/internal/park"
)

// The edge under test is that of an Unpark which finds a token already there. What the test needs to bring it about is
// hidden from the race detector, which then reports x if such an Unpark contents itself with a look.
func TestUnparkThatFindsTokenHappensBeforeItsTake(t *testing.T) {
	var p park.Parker
	var x int
	start, done := make(chan bool, 1), make(chan bool, 1)
	go func() {
		unseen(func() { <-start })
		x = 1
		p.Unpark()
		unseen(func() { done <- true })
	}()
	woken := false
	park.SetHook(t, func(s park.Step, _ *park.Parker) {
		switch {
		case s == park.StepAnnounced:
			p.Unpark()
		case s == park.StepWoke && !woken:
			woken = true
			unseen(func() { start <- true; <-done })
		}
	})
	if !p.Nap(long) || !woken {
		t.Fatal("the nap did not go as planned")
	}
	if x != 1 {
		t.Error("the second Unpark came too late")
	}
}

func unseen(f func()) {
	runtime.RaceDisable()
	defer runtime.RaceEnable()
	f()
}
