package takt_test

import (
	"errors"
	"testing"
	"time"

	"github.com/takt-go/takt"
	"github.com/takt-go/takt/internal/testkit"
)

func TestDoRunsEachFunctionOnce(t *testing.T) {
	testkit.Worlds(t, func(t *testing.T, workers int) {
		p := open(t, workers)
		within(t, func() {
			for n := range 20 {
				seen := make(hits, n)
				fns := make([]func(takt.Task), n)
				for i := range fns {
					fns[i] = func(takt.Task) { seen.add(i) }
				}
				takt.Do(outside(p), fns...)
				seen.exactlyOnce(t)
				takt.Do(outside(p), func(t takt.Task) { takt.Do(t, fns...) })
				seen.exactlyOnce(t)
			}
		})
		everyJoined(t, p)
	})
}

func TestDoErrGivesTheErrorWithTheLowestIndex(t *testing.T) {
	p := open(t, 4)
	first, second := errors.New("first"), errors.New("second")
	fine := func(takt.Task) error { return nil }
	late := func(takt.Task) error { time.Sleep(200 * time.Microsecond); return first }
	soon := func(takt.Task) error { return second }
	within(t, func() {
		for range 100 {
			if err := takt.DoErr(outside(p), fine, late, soon, fine); err != first {
				t.Fatalf("error %v, want %v", err, first)
			}
		}
	})
	if err := takt.DoErr(outside(p), fine, fine); err != nil {
		t.Errorf("error %v of functions that did not fail", err)
	}
	if err := takt.DoErr(outside(p)); err != nil {
		t.Errorf("error %v of no function", err)
	}
}

// Some body sleeps, so that others are stolen and wait for each other.
func TestDoNestedInStolenFunctions(t *testing.T) {
	p := open(t, 8)
	within(t, func() {
		for range scaled(50, 1000) {
			seen := make(hits, 64)
			outer := make([]func(takt.Task), 8)
			for i := range outer {
				outer[i] = func(t takt.Task) {
					inner := make([]func(takt.Task), 8)
					for k := range inner {
						inner[k] = func(takt.Task) {
							if k == 3 {
								time.Sleep(20 * time.Microsecond)
							}
							seen.add(8*i + k)
						}
					}
					takt.Do(t, inner...)
				}
			}
			takt.Do(outside(p), outer...)
			seen.exactlyOnce(t)
		}
	})
	if p.Stats().Stolen == 0 {
		t.Error("nothing was stolen")
	}
	everyJoined(t, p)
}
