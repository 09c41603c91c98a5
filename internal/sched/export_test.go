package sched

import (
	"sync/atomic"
	"testing"
	"time"
	"unsafe"
)

// testFork is a fork of the tests: a function that gets a task, known by id.
type testFork struct {
	Frame
	id int
	fn func(Task)
}

// testJob is a promoted testFork.
type testJob struct {
	Job
	id int
	fn func(Task)
}

type testKind struct{}

func (*testKind) Promote(f *Frame) (*Job, bool) {
	fork := (*testFork)(unsafe.Pointer(f))
	j := &testJob{id: fork.id, fn: fork.fn}
	return &j.Job, false
}

func (*testKind) Run(t Task, j *Job) {
	if fn := (*testJob)(unsafe.Pointer(j)).fn; fn != nil {
		fn(t)
	}
}

// otherKind behaves as testKind and has another word.
type otherKind struct{}

func (*otherKind) Promote(f *Frame) (*Job, bool) { return (*testKind)(nil).Promote(f) }
func (*otherKind) Run(t Task, j *Job)            { (*testKind)(nil).Run(t, j) }

var (
	testWord  = WordOf((*testKind)(nil))
	otherWord = WordOf((*otherKind)(nil))
)

func idOf(j *Job) int { return (*testJob)(unsafe.Pointer(j)).id }

// openPool opens a pool that the end of the test closes.
func openPool(t testing.TB, workers int) *Pool {
	p := NewPool(t.Name(), workers)
	t.Cleanup(func() { p.Close() })
	return p
}

// caller makes the test's goroutine a runner of a pool of its own in which
// nobody else works, until the test ends.
func caller(t testing.TB) *Runner {
	r := Begin(&openPool(t, 1).outside)
	t.Cleanup(r.End)
	return r
}

// chainOf returns the youngest of n unpromoted frames on the heap that end at
// r's root, and all of them, from the oldest.
func chainOf(r *Runner, n int, kinds ...Word) (Task, []*Frame) {
	top := &r.root
	frames := make([]*Frame, n)
	for i := range frames {
		f := &testFork{Frame: Frame{Parent: top, Link: kinds[i%len(kinds)]}, id: i}
		frames[i] = &f.Frame
		top = &f.Frame
	}
	return Task{top}, frames
}

// here is the place of what r does now.
func here(r *Runner) place { return place{r.job, int32(len(r.levels.all))} }

// offer promotes a job that runs fn on r, without a frame.
func offer(r *Runner, fn func(Task)) *testJob {
	j := &testJob{fn: fn}
	r.Chain(nil, &j.Job, testWord)
	r.publish(&j.Job, &j.Job, 1)
	return j
}

// eventually waits until ok holds, at most some seconds.
func eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(8 * time.Second); !ok(); time.Sleep(200 * time.Microsecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not within 8 s: %s", what)
		}
	}
}

// settleWorkers waits until all workers have retired: no pool may be open.
func settleWorkers(t testing.TB) {
	t.Helper()
	eventually(t, "all workers retire", func() bool {
		idle.mu.Lock()
		defer idle.mu.Unlock()
		return idle.started == 0
	})
}

// together runs fn(0), ..., fn(n-1) at once and returns when all have ended.
func together(n int, fn func(i int)) {
	var ready atomic.Int32
	done := make(chan struct{})
	for i := range n {
		go func() {
			defer func() { done <- struct{}{} }()
			ready.Add(1)
			for deadline := now() + int64(time.Millisecond); ready.Load() < int32(n) && now() < deadline; {
			}
			fn(i)
		}()
	}
	for range n {
		<-done
	}
}
