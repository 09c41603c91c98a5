package takt_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/takt-go/takt"
	"github.com/takt-go/takt/internal/testkit"
)

func TestClosedPoolRunsSerially(t *testing.T) {
	p := open(t, 4)
	task := outside(p)
	tree := build(1000)
	hammer(t)
	for range 2 {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
	before := p.Stats()
	if got, want := takt.Call(task, joinSum, tree), sum(tree); got != want {
		t.Errorf("%d, want %d", got, want)
	}
	takt.Do(task, func(takt.Task) {}, func(takt.Task) { time.Sleep(time.Millisecond) })
	if n := p.Stats().Stolen - before.Stolen; n != 0 {
		t.Errorf("%d jobs of a closed pool were stolen", n)
	}
	if err := takt.Run(task, func(takt.Task) error { t.Error("ran"); return nil }); err != takt.ErrClosed {
		t.Errorf("Run on a closed pool: error %v, want ErrClosed", err)
	}
}

func TestCloseWhileComputationsRun(t *testing.T) {
	testkit.NoLeaks(t, "sched.(*worker).loop") // those of the default pool stay
	tree := build(20_000)
	want := sum(tree)
	within(t, func() {
		for range scaled(30, 500) {
			p, _ := takt.New(takt.Config{Workers: 4})
			done := make(chan int64)
			go func() { done <- takt.Call(outside(p), joinSum, tree) }()
			time.Sleep(100 * time.Microsecond)
			p.Close()
			if got := <-done; got != want {
				t.Fatalf("%d, want %d", got, want)
			}
		}
	})
}

func TestPoolLeavesNoGoroutinesBehind(t *testing.T) {
	testkit.Worlds(t, func(t *testing.T, workers int) {
		testkit.NoLeaks(t, "sched.(*worker).loop") // those of the default pool stay
		p, err := takt.New(takt.Config{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		fn := func(takt.Task) { time.Sleep(20 * time.Microsecond) }
		within(t, func() {
			for range 50 {
				takt.Do(outside(p), fn, fn, fn, fn, fn, fn, fn, fn)
			}
		})
		p.Close()
	})
}

func TestDefaultPoolStaysOpen(t *testing.T) {
	takt.Default().Close()
	ran := false
	if err := takt.Run(takt.Task{}, func(takt.Task) error { ran = true; return nil }); err != nil || !ran {
		t.Errorf("ran %v, error %v", ran, err)
	}
}

// Callers beyond the limit run, and stolen jobs keep it.
func TestLimitHoldsForStolenJobs(t *testing.T) {
	open(t, 8) // its workers must not help the smaller pool
	p := open(t, 2)
	var c together
	fns := make([]func(takt.Task), 50)
	for i := range fns {
		fns[i] = func(takt.Task) {
			c.enter()
			time.Sleep(100 * time.Microsecond)
			c.leave()
		}
	}
	within(t, func() {
		for range 20 {
			takt.Do(p.With(context.Background()), fns...)
		}
	})
	if n := c.most.Load(); n != 2 {
		t.Errorf("%d bodies at once, want 2", n)
	}
}

func TestPoolSaysItsNameAndLimit(t *testing.T) {
	p, err := takt.New(takt.Config{Name: "render", Workers: 3})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if got, want := p.String(), "takt pool render (3 workers)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A pool changes size a thousand times while callers compute: nothing is lost,
// and it settles at the number asked for.
func TestResizeUnderLoad(t *testing.T) {
	p := open(t, 8)
	tree := build(1 << 12)
	want := sum(tree)
	var stop atomic.Bool
	var calls atomic.Int64
	var callers sync.WaitGroup
	for range 4 {
		callers.Go(func() {
			for !stop.Load() {
				if got := takt.Call(outside(p), taktSum, tree); got != want {
					t.Errorf("sum %d, want %d", got, want)
				}
				takt.Do(outside(p), func(takt.Task) { calls.Add(1) }, func(takt.Task) { calls.Add(1) })
			}
		})
	}
	within(t, func() {
		start := time.Now()
		for i := 0; i < scaled(300, 1000) && time.Since(start) < 3*time.Second; i++ {
			if err := p.Resize([]int{8, 1, 2, 0}[i%4]); err != nil {
				t.Fatal(err)
			}
			runtime.Gosched()
		}
		stop.Store(true)
		callers.Wait()
	})
	if calls.Load()%2 != 0 {
		t.Errorf("%d functions of pairs ran", calls.Load())
	}
	for _, n := range []int{4, 1} {
		if err := p.Resize(n); err != nil || !strings.Contains(p.String(), fmt.Sprintf("(%d workers)", n)) {
			t.Errorf("%v after asking for %d (%v)", p, n, err)
		}
	}
}

func TestResizeRefusesWhatNewRefuses(t *testing.T) {
	p := open(t, 2)
	if err := p.Resize(-1); err == nil || !strings.Contains(err.Error(), "GOMAXPROCS") {
		t.Errorf("error %v, want what to use instead", err)
	}
	p.Close()
	if err := p.Resize(3); !errors.Is(err, takt.ErrClosed) {
		t.Errorf("error %v on a closed pool, want ErrClosed", err)
	}
}
