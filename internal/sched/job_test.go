package sched

import (
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"
)

func TestJobChangesStateOnlyAsTheProtocolsSay(t *testing.T) {
	names := []string{"offered", "taken", "awaited", "done"}
	ops := []struct {
		name string
		do   func(*Job)
		next [4]uint32 // the state afterwards, for each state before
	}{
		{"claim", func(j *Job) { j.claim() }, [4]uint32{taken, taken, awaited, done}},
		{"sleepOn", func(j *Job) { j.sleepOn() }, [4]uint32{offered, awaited, awaited, done}},
		{"wakeFrom", func(j *Job) { j.wakeFrom() }, [4]uint32{offered, taken, taken, done}},
		{"finish", func(j *Job) { j.finish() }, [4]uint32{done, done, done, done}},
	}
	for _, op := range ops {
		for before, want := range op.next {
			j := &Job{anchor: anchor{newRunner()}}
			j.state.Store(uint32(before))
			op.do(j)
			if got := j.state.Load(); got != want {
				t.Errorf("%s when %s: %s, want %s", op.name, names[before], names[got], names[want])
			}
			woken := j.runner.parker.Nap(0)
			if wantWake := op.name == "finish" && uint32(before) == awaited; woken != wantWake {
				t.Errorf("%s when %s: owner woken %v, want %v", op.name, names[before], woken, wantWake)
			}
		}
	}
}

// claimedOnce lets rivals claim one job after another and reports a job that
// was claimed not exactly once, and how often more than one tried.
func claimedOnce(claim func(*Job) bool, rounds int) (contended int, err error) {
	const rivals = 3
	jobs := make([]Job, rounds)
	claims := make([]atomic.Int32, rounds)
	tries := make([]atomic.Int32, rounds)
	var at atomic.Int32
	together(rivals, func(int) {
		for i := int(at.Load()); i < rounds; i = int(at.Load()) {
			if jobs[i].state.Load() == offered {
				tries[i].Add(1)
			}
			if claim(&jobs[i]) {
				claims[i].Add(1)
			}
			at.CompareAndSwap(int32(i), int32(i)+1)
			if i%64 == 0 {
				runtime.Gosched()
			}
		}
	})
	for i := range jobs {
		if n := claims[i].Load(); n != 1 && err == nil {
			err = fmt.Errorf("job %d was claimed %d times", i, n)
		}
		if tries[i].Load() > 1 {
			contended++
		}
	}
	return contended, err
}

func TestJobIsClaimedOnce(t *testing.T) {
	total := 0
	for try := 0; total == 0 && try < 50; try++ {
		contended, err := claimedOnce((*Job).claim, 100_000)
		if err != nil {
			t.Fatal(err)
		}
		total += contended
	}
	if total == 0 && runtime.GOMAXPROCS(0) > 1 {
		t.Error("no job was ever wanted by two at once")
	}
}

func TestClaimCheckFindsLoadAndStore(t *testing.T) {
	loadStore := func(j *Job) bool {
		if j.state.Load() != offered {
			return false
		}
		runtime.Gosched()
		j.state.Store(taken)
		return true
	}
	for range 50 {
		if _, err := claimedOnce(loadStore, 1000); err != nil {
			return
		}
	}
	t.Error("a claim by load and store was not found")
}

// resultBeforeDone has an owner look for the results of jobs that another
// goroutine runs, and reports one that was done before it had its result.
func resultBeforeDone(finish func(j *Job, write func()), rounds int) error {
	owner := newRunner()
	jobs := make(chan *Job)
	results := make([]atomic.Int64, rounds)
	go func() {
		i := 0
		for j := range jobs {
			finish(j, func() { results[i].Store(int64(i) + 1) })
			i++
		}
	}()
	defer close(jobs)
	for i := range rounds {
		j := &Job{anchor: anchor{owner}}
		j.claim()
		jobs <- j
		for !j.isDone() {
			if i%2 == 0 && j.sleepOn() {
				owner.parker.Nap(napMin)
				j.wakeFrom()
			}
			runtime.Gosched()
		}
		if got := results[i].Load(); got != int64(i)+1 {
			return fmt.Errorf("job %d was done without its result", i)
		}
	}
	return nil
}

func TestResultIsThereWhenJobIsDone(t *testing.T) {
	finish := func(j *Job, write func()) { write(); j.finish() }
	if err := resultBeforeDone(finish, 5000); err != nil {
		t.Error(err)
	}
}

func TestResultCheckFindsEarlyFinish(t *testing.T) {
	early := func(j *Job, write func()) { j.finish(); runtime.Gosched(); write() }
	for range 20 {
		if resultBeforeDone(early, 1000) != nil {
			return
		}
	}
	t.Error("finishing before the result is written was not found")
}
