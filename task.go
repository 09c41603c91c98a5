package takt

import (
	"context"

	"github.com/takt-go/takt/internal/sched"
)

// A Task is the right to run here. It is one word, passed by value, down the
// calls of one computation on one goroutine. The zero Task means "from outside,
// on the default pool".
//
// A Task belongs to the goroutine that was given it, until the function it was
// given to returns. Using it elsewhere or later is as unsafe as racing on an
// interface value. In particular, a function literal must take a Task of its
// own and must not use its caller's.
type Task struct{ top *sched.Frame }

// With returns a Task from outside, on the default pool, whose computations
// carry ctx: see [Pool.With].
func With(ctx context.Context) Task { return Default().With(ctx) }

// Poll lets somebody idle take the oldest fork above t. Call it where you fork,
// and now and then in long stretches without a fork: a computation that does
// not poll keeps all its forks to itself.
//
// Cost: one load of a word that all processors share and that changes rarely,
// and a branch. With the zero Task it does nothing.
func (t Task) Poll() {
	if sched.Wanted() {
		sched.Beat(sched.Task{Top: t.top})
	}
}

// Context returns the context that t's computation was entered with, or
// context.Background if there was none.
//
// Cost: a step for each fork above t, up to a few dozen.
func (t Task) Context() context.Context { return sched.ContextOf(sched.Task{Top: t.top}) }

// Err returns nil while t's context is alive, and the cause of its end
// afterwards. Bodies that take long look at it and leave early; no call does it
// for them.
//
// Cost: that of Context, and of the context's Err.
func (t Task) Err() error {
	if ctx := t.Context(); ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}
