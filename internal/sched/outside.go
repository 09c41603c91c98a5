package sched

import (
	"context"
	"unsafe"
)

// Outside is what a task from outside says about where to enter.
type Outside struct {
	anchor // leads to no runner
	frame  Frame
	Pool   *Pool
	Ctx    context.Context
}

func (o *Outside) init(p *Pool, ctx context.Context) {
	o.frame.Link = unsafe.Pointer(&o.anchor)
	o.Pool, o.Ctx = p, ctx
}

// Task is the task to enter p with.
func (p *Pool) Task() Task { return Task{&p.outside.frame} }

// TaskWith is the task to enter p with a context.
func (p *Pool) TaskWith(ctx context.Context) Task {
	o := new(Outside)
	o.init(p, ctx)
	return Task{&o.frame}
}

// outsideOf is the body of OutsideOf.
//
//go:linkname outsideOf github.com/takt-go/takt/internal/sched.outsideOf
func outsideOf(t Task) *Outside {
	if runnerOf(t) != nil {
		return nil
	}
	f := t.Top
	for f.Parent != nil {
		f = f.Parent
	}
	return (*Outside)(unsafe.Pointer((*anchor)(f.Link)))
}

// ContextOf returns the context of t's computation.
func ContextOf(t Task) context.Context {
	if t.Top == nil {
		return context.Background()
	}
	o := OutsideOf(t)
	if o == nil {
		comp := RunnerOf(t).comp
		if comp == nil {
			panic(errStrayed) // kept and used after its computation
		}
		o = comp.outside
	}
	return o.Ctx
}
