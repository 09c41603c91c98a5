package takt

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"

	"github.com/takt-go/takt/internal/sched"
)

// Config says what a pool is like. The zero value is the default.
type Config struct {
	// Workers limits how many goroutines run the pool's bodies at once,
	// callers included; callers beyond it still run. 0 follows GOMAXPROCS when
	// it changes. Any other number wins, also above the processors. 1 runs
	// everything serially, on the callers.
	Workers int
	// Name is a label for people: see [Pool.String].
	Name string
}

// ErrClosed is what Run and Resize return on a closed pool.
var ErrClosed = errors.New("takt: the pool is closed")

// A Pool is a limit, a label and counters over the one set of workers that the
// process has. It is made by [New]. All methods may be called from any
// goroutine.
type Pool struct {
	core      *sched.Pool
	task      Task // from outside, with no context
	permanent bool // the default pool
}

// New opens a pool. It starts nothing: workers start when something enters. The
// error says what is wrong with the configuration.
func New(c Config) (*Pool, error) {
	if err := checkWorkers("Config.Workers", c.Workers); err != nil {
		return nil, err
	}
	return newPool(c), nil
}

func checkWorkers(what string, n int) error {
	if n < 0 || n > math.MaxInt32 {
		return fmt.Errorf("takt: %s is %d: use 0 for GOMAXPROCS, or how many goroutines may run at once (at most %d)",
			what, n, math.MaxInt32)
	}
	return nil
}

func newPool(c Config) *Pool {
	core := sched.NewPool(c.Name, c.Workers)
	return &Pool{core: core, task: Task{core.Task().Top}}
}

var defaultPool = sync.OnceValue(func() *Pool {
	p := newPool(Config{Name: "default"})
	p.permanent = true
	return p
})

// Default returns the pool that the zero Task enters. It is made at first use
// and stays open.
func Default() *Pool { return defaultPool() }

// With returns a Task from outside, on p, whose computations carry ctx. It may
// be used any number of times, by any goroutine. It allocates once, except for
// context.Background. Panics if ctx is nil.
//
// A Task from outside enters, with [Call], [Run], [Both], [Do] or [NewGroup];
// forks made with it directly are never shared.
func (p *Pool) With(ctx context.Context) Task {
	switch ctx {
	case nil:
		panic(errors.New("takt: With(nil): use context.Background()"))
	case context.Background():
		return p.task
	}
	return Task{p.core.TaskWith(ctx).Top}
}

// Resize changes the number of workers, with the meaning and the errors of
// Config.Workers. Goroutines beyond a smaller number finish what they run, and
// nothing is lost. On a closed pool it returns [ErrClosed].
func (p *Pool) Resize(workers int) error {
	if err := checkWorkers("the number of workers", workers); err != nil {
		return err
	}
	if !p.core.Resize(workers) {
		return ErrClosed
	}
	return nil
}

// Close takes p's share of the workers away. Computations that run go on, on
// their callers alone, and those that enter later run serially, except that Run
// returns [ErrClosed]. Close does not wait: every computation ends with its
// call. Closing again does nothing. The error is always nil. The default pool
// stays open.
func (p *Pool) Close() error {
	if !p.permanent {
		p.core.Close()
	}
	return nil
}

// String gives the pool's name and limit, for people.
func (p *Pool) String() string {
	name := p.core.Name()
	if name == "" {
		name = "unnamed"
	}
	return fmt.Sprintf("takt pool %s (%d workers)", name, p.core.Limit())
}

// Stats counts what happened in a pool since it was opened. None of it happens
// on the path of a fork that nobody takes. Workers without work belong to no
// pool: what they do counts for all.
type Stats struct {
	Promoted    int64 // forks and other pieces of work that were offered
	TakenBack   int64 // offers that nobody took before the join
	Stolen      int64 // offers that a worker ran
	Helped      int64 // offers that a waiting joiner ran
	Asks        int64 // times that somebody idle raised the flag
	Misses      int64 // times that only those with nothing to give saw it
	Naps        int64 // times that somebody idle slept for a moment
	Wakes       int64 // naps cut short by a caller or an offer that nobody asked for
	FutileWakes int64 // wakes after which there was nothing to be had
}

// Stats returns p's counters. Each is exact when nothing runs on p.
func (p *Pool) Stats() Stats { return Stats(p.core.Stats()) }
