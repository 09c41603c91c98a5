package sched

import _ "unsafe" // for go:linkname

// The functions below are the cold ways out of a fork's fast path. Their
// declarations promise the compiler that the frames they are given do not
// escape, which it could not see for itself: it does not tell a frame's fields
// apart, and something loaded from a frame (the runner, the job) does. The
// promise holds because none of them stores a frame's address anywhere but in
// local variables.
//
// It is tempting to hide the pointer in a uintptr instead. It goes stale when
// the stack moves between the conversions, as it does in race and checkptr
// builds.

// Beat promotes the oldest fork above t for whoever raised the flag.
//
//go:linkname Beat github.com/takt-go/takt/internal/sched.beat
//go:noescape
func Beat(t Task)

// Await settles a promoted frame: it returns nil if the caller took the job
// back and must run the function itself, and else the finished job. It
// re-raises the panic or exit that the job ended with.
//
//go:linkname Await github.com/takt-go/takt/internal/sched.await
//go:noescape
func Await(f *Frame) *Job

// RunnerOf returns the runner of t's goroutine, or nil for a task from outside.
//
//go:linkname RunnerOf github.com/takt-go/takt/internal/sched.runnerOf
//go:noescape
func RunnerOf(t Task) *Runner

// Open begins a barrier: see openBarrier.
//
//go:linkname Open github.com/takt-go/takt/internal/sched.openBarrier
//go:noescape
func Open(t Task, kind Word) (r *Runner, n int, f *Frame)

// heapFrame returns the newest frame of t, which lies on the heap. To the
// compiler the result has nothing to do with t.
//
//go:linkname heapFrame github.com/takt-go/takt/internal/sched.topFrame
//go:noescape
func heapFrame(t Task) *Frame

//go:linkname topFrame github.com/takt-go/takt/internal/sched.topFrame
func topFrame(t Task) *Frame { return t.Top }

// OutsideOf returns what t says about where to enter, or nil for a task of a
// running computation.
//
//go:linkname OutsideOf github.com/takt-go/takt/internal/sched.outsideOf
//go:noescape
func OutsideOf(t Task) *Outside

// Unseen returns f. To the compiler the result has nothing to do with f, so
// that a fork's function and argument can be read from it and called: loading
// them from f itself would make everything that f leads to escape. The result
// is a pointer like any other, and moves with the stack.
//
//go:linkname Unseen github.com/takt-go/takt/internal/sched.unseen
//go:noescape
func Unseen(f *Frame) *Frame

//go:linkname unseen github.com/takt-go/takt/internal/sched.unseen
//go:noinline
func unseen(f *Frame) *Frame { return f }
