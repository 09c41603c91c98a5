package takt_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/takt-go/takt"
)

// sharedDo reports whether the second function of a Do gets a goroutine of its
// own within a time in which the first does nothing but wait for it.
func sharedDo(task takt.Task, patience time.Duration) bool {
	var begun, met atomic.Bool
	takt.Do(task,
		func(takt.Task) {
			for start := time.Now(); time.Since(start) < patience && !begun.Load(); {
				time.Sleep(10 * time.Microsecond)
			}
			met.Store(begun.Load())
		},
		func(takt.Task) { begun.Store(true) })
	return met.Load()
}

// When a pool closes and fewer workers are wanted, it can be the seeker who
// retires. Somebody who stays must become the seeker.
func TestContractWorkersStayAvailableWhenPoolsClose(t *testing.T) {
	small, err := takt.New(takt.Config{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer small.Close()
	for round := range 300 {
		large, err := takt.New(takt.Config{Workers: 3})
		if err != nil {
			t.Fatal(err)
		}
		task := large.With(context.Background())
		nap := func(takt.Task) { time.Sleep(100 * time.Microsecond) }
		takt.Do(task, nap, nap, nap) // starts both workers
		large.Close()
		if !sharedDo(small.With(context.Background()), 2*time.Second) {
			t.Fatalf("round %d: no worker takes anything any more", round)
		}
	}
}
