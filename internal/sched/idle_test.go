package sched

import (
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/takt-go/takt/internal/testkit"
)

// share has a caller of p offer n jobs and join them, so that workers come.
func share(p *Pool, n int, work time.Duration) {
	r := Begin(&p.outside)
	defer r.End()
	jobs := make([]testJob, n)
	var prev *Job
	for i := range jobs {
		jobs[i].fn = func(Task) { time.Sleep(work) }
		r.Chain(prev, &jobs[i].Job, testWord)
		prev = &jobs[i].Job
	}
	r.Offer(&jobs[0].Job, prev, n)
	for i := n - 1; i >= 0; i-- {
		if !r.Join(&jobs[i].Job) {
			jobs[i].fn(Task{r.Root()})
		}
	}
}

// helped reports whether a worker came within a number of tries.
func helped(p *Pool, tries int) bool {
	before := p.Stats().Stolen
	for range tries {
		if share(p, 8, 200*time.Microsecond); p.Stats().Stolen > before {
			return true
		}
	}
	return false
}

func startedWorkers() int {
	idle.mu.Lock()
	defer idle.mu.Unlock()
	return idle.started
}

func TestWorkersLeaveWhenThePoolsClose(t *testing.T) {
	settleWorkers(t)
	testkit.NoLeaks(t)
	for _, workers := range []int{2, 8, 64} {
		p := NewPool("", workers)
		testkit.Within(t, 10*time.Second, func() {
			if !helped(p, 1000) {
				t.Errorf("%d workers: none ever helped", workers)
			}
		})
		if n := startedWorkers(); n > workers-1 {
			t.Errorf("%d workers started, want at most %d beside the caller", n, workers-1)
		}
		p.Close()
		settleWorkers(t)
	}
}

func TestPoolStartsNothingBeforeItIsUsed(t *testing.T) {
	settleWorkers(t)
	p := openPool(t, 8)
	if n := startedWorkers(); n != 0 {
		t.Errorf("%d workers started by New", n)
	}
	Begin(&p.outside).End()
	if n := startedWorkers(); n > 1 {
		t.Errorf("%d workers started by an empty computation, want one at most", n)
	}
}

func TestPoolOfOneStartsNobody(t *testing.T) {
	settleWorkers(t)
	p := openPool(t, 1)
	share(p, 20, 0)
	if n := startedWorkers(); n != 0 || p.Stats().Stolen != 0 {
		t.Errorf("%d workers started, %d jobs stolen", n, p.Stats().Stolen)
	}
}

func TestEnteringWakesTheSleeper(t *testing.T) {
	if testing.Short() {
		t.Skip("takes until the workers sleep")
	}
	settleWorkers(t)
	p := openPool(t, 2)
	for range 2 {
		if !helped(p, 1000) {
			t.Fatal("nobody helps")
		}
		eventually(t, "the seeker sleeps for good", func() bool { return !idle.awake.Load() })
		naps := nobody.counters.naps.Load()
		time.Sleep(20 * time.Millisecond)
		if d := nobody.counters.naps.Load() - naps; d > 1 {
			t.Errorf("%d naps while all sleep", d)
		}
	}
}

// parkWorker has a worker without the role wait for it on i, and returns what
// await will return.
func parkWorker(t *testing.T, i *idlers, w *worker) <-chan bool {
	result := make(chan bool, 1)
	go func() { result <- i.await(w) }()
	eventually(t, "the worker waits for the role", func() bool {
		i.mu.Lock()
		defer i.mu.Unlock()
		return slices.Contains(i.parked, w)
	})
	return result
}

func testWorker() *worker { return &worker{Runner: newRunner()} }

func TestRoleGoesToTheLastToPark(t *testing.T) {
	i := &idlers{started: 3, wanted: 3}
	seeker, first, last := testWorker(), testWorker(), testWorker()
	if !i.seek(seeker) || i.seek(first) || i.seek(last) {
		t.Fatal("want one seeker")
	}
	waiting := parkWorker(t, i, first)
	got := parkWorker(t, i, last)
	i.passOn(seeker)
	if seeker.seeks || !<-got || !last.seeks || i.seeker != last {
		t.Error("want the role with the last to park")
	}
	i.passOn(last)
	if !<-waiting || i.seeker != first {
		t.Error("want the role with the other one then")
	}
}

func TestWorkersRetireDownToWhatIsWanted(t *testing.T) {
	i := &idlers{started: 4, wanted: 4}
	seeker := testWorker()
	i.seek(seeker)
	var results []<-chan bool
	for range 3 {
		results = append(results, parkWorker(t, i, testWorker()))
	}
	i.mu.Lock()
	i.wanted = 2
	i.surplus.Store(true)
	for _, w := range i.parked {
		w.parker.Unpark()
	}
	i.mu.Unlock()
	retired := 0
	for range 2 {
		select {
		case stays := <-results[0]:
			results = results[1:]
			retired += b2i(!stays)
		case stays := <-results[1]:
			results = append(results[:1], results[2:]...)
			retired += b2i(!stays)
		case <-time.After(5 * time.Second):
			t.Fatal("too few retire")
		}
		if len(results) == 1 {
			break
		}
	}
	if retired != 2 || i.started != 2 || !i.seek(seeker) {
		t.Errorf("%d retired, %d left, want 2 and 2, and the seeker among them", retired, i.started)
	}
	i.passOn(seeker)
	if !<-results[0] {
		t.Error("the one that is left did not get the role")
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestRoleIsPassedOnByASeekerThatRetires(t *testing.T) {
	i := &idlers{started: 3, wanted: 3}
	seeker := testWorker()
	i.seek(seeker)
	a := parkWorker(t, i, testWorker())
	b := parkWorker(t, i, testWorker())
	i.mu.Lock()
	i.wanted = 2
	i.surplus.Store(true)
	i.mu.Unlock()
	if i.seek(seeker) || i.await(seeker) {
		t.Fatal("the seeker stays although one is too many")
	}
	select {
	case <-a:
	case <-b:
	case <-time.After(3 * time.Second):
		t.Error("nobody took the role over")
	}
}

func TestPoolThatClosesWhileSomebodyEntersLeavesTheNextItsWorkers(t *testing.T) {
	settleWorkers(t)
	p := NewPool("", 2)
	p.Close()
	p.limit.Store(2) // as who enters may still have seen it
	idle.wakeFor(p)
	p.limit.Store(1)
	if !helped(openPool(t, 2), 500) {
		t.Error("no worker came to a pool that was opened afterwards")
	}
}

func TestClosingALargePoolLeavesASmallOneItsWorker(t *testing.T) {
	settleWorkers(t)
	small := openPool(t, 2)
	for i := range 60 {
		large := NewPool("", 8)
		for range 3 {
			share(large, 16, 200*time.Microsecond)
		}
		large.Close()
		if !helped(small, 300) {
			t.Fatalf("round %d: no worker helps any more", i)
		}
	}
}

func TestGoexitOfABodyLeavesAWorkerInItsPlace(t *testing.T) {
	settleWorkers(t)
	p := openPool(t, 2)
	var exits atomic.Int32
	for range 20 {
		done := make(chan struct{})
		go func() {
			defer close(done)
			r := Begin(&p.outside)
			defer func() { r.EndFailed(recover()) }()
			j := offer(r, func(Task) { exits.Add(1); runtime.Goexit() })
			idle.nudge(p)
			for j.state.Load() == offered {
				time.Sleep(10 * time.Microsecond)
			}
			r.Join(&j.Job)
			t.Error("the join of an exit returned")
		}()
		<-done
	}
	if exits.Load() != 20 || p.Stats().Stolen != 20 || p.busy.Load() != 0 {
		t.Errorf("%d exits, %d stolen, %d slots taken; want 20, 20, 0", exits.Load(), p.Stats().Stolen, p.busy.Load())
	}
}
