package modeltest

import (
	"context"
	"flag"
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/takt-go/takt"
	"github.com/takt-go/takt/internal/sched"
	"go.uber.org/goleak"
	"pgregory.net/rapid"
)

// TestMain fails if goroutines are left after all pools were closed.
func TestMain(m *testing.M) {
	flag.Set("rapid.checks", "1500") // unless the command line says otherwise
	flag.Set("rapid.nofailfile", "true")
	goleak.VerifyTestMain(m)
}

// leaves and inner are the operations without and with children. Failures are
// drawn less often than values: most of a program should run.
var (
	leaves = []op{opValue, opValue, opValue, opPause, opPause, opPause, opPanic}
	inner  = []op{opFork, opFork, opFork, opBoth, opBoth, opDo, opGroup, opCall, opRecover, opForget}
)

// drawProgram makes a program of at most size nodes.
func drawProgram(t *rapid.T, size int, leaves []op) *program {
	p := &program{value: rapid.Int64Range(0, 40).Draw(t, "value")}
	if size < 2 {
		p.op = rapid.SampledFrom(leaves).Draw(t, "leaf")
		return p
	}
	p.op = rapid.SampledFrom(inner).Draw(t, "inner")
	n := 1
	switch p.op {
	case opFork, opBoth:
		n = 2
	case opDo, opGroup, opForget:
		n = rapid.IntRange(1, 5).Draw(t, "children")
	}
	size = (size - 1) / n
	for range n {
		p.kids = append(p.kids, drawProgram(t, rapid.IntRange(size/2, size).Draw(t, "size"), leaves))
	}
	return p
}

// world is what the state machine changes between programs.
type world struct {
	pool    *takt.Pool
	stop    func() int // of the hammer, if it runs
	shared  int64      // forks promoted in pools before this one
	stolen  int64
	leaves  []op
	timeout time.Duration

	waitInBoth bool // programs may wait for jobs in the first half of a Both
}

// withoutWaitInBoth makes a fork of a Both whose first half waits for jobs.
func withoutWaitInBoth(p *program) {
	waits := func(q *program) bool { return q.op == opDo || q.op == opGroup || q.op == opForget }
	if p.op == opBoth && p.kids[0].has(waits) {
		p.op = opFork
	}
}

func (w *world) open(workers int) {
	w.close()
	w.pool, _ = takt.New(takt.Config{Workers: workers})
}

func (w *world) close() {
	if w.pool != nil {
		s := w.pool.Stats()
		w.shared, w.stolen = w.shared+s.Promoted, w.stolen+s.Stolen
		w.pool.Close()
		w.pool = nil
	}
}

func (w *world) hammer(on bool) {
	switch {
	case on && w.stop == nil:
		w.stop = sched.Hammer()
	case !on && w.stop != nil:
		w.stop()
		w.stop = nil
	}
}

func (w *world) run(t *rapid.T) {
	p := drawProgram(t, rapid.IntRange(1, 60).Draw(t, "nodes"), w.leaves)
	if !w.waitInBoth {
		p.each(withoutWaitInBoth)
	}
	if err := w.check(p); err != nil {
		t.Fatalf("%v\nprogram %v", err, p)
	}
}

// check runs p and compares with the interpreter.
func (w *world) check(p *program) error {
	type result struct {
		end     ending
		running int32
	}
	done := make(chan result, 1)
	go func() {
		end, running := execute(w.pool.With(context.Background()), p)
		done <- result{end, running}
	}()
	select {
	case r := <-done:
		return judge(p, r.end, r.running)
	case <-time.After(w.timeout):
		buf := make([]byte, 1<<16)
		return fmt.Errorf("hangs:\n%s", buf[:runtime.Stack(buf, true)])
	}
}

// judge compares how p ended with the model.
func judge(p *program, end ending, running int32) error {
	want := interpret(p)
	exits := p.has(func(q *program) bool { return q.op == opExit })
	switch {
	case running != 0:
		return fmt.Errorf("%d nodes still run after the call", running)
	case exits && end.how == opExit: // whoever helps with an exit exits
	case !want[end] && !(exits && want.canFail()):
		return fmt.Errorf("ended with %+v, want one of %v", end, want)
	}
	return judgeRuns(p, p.has(func(q *program) bool { return q.op == opPanic || q.op == opExit || q.op == opForget }))
}

// judgeRuns checks that each node ran once, or at most once if something failed.
func judgeRuns(p *program, fails bool) (err error) {
	p.each(func(q *program) {
		if n := q.runs.Swap(0); n > 1 || n == 0 && !fails {
			err = fmt.Errorf("%s:%d ran %d times", opNames[q.op], q.value, n)
		}
	})
	return err
}

func runStateMachine(t *testing.T, waitInBoth bool, leaves []op) {
	w := &world{leaves: leaves, timeout: 20 * time.Second, waitInBoth: waitInBoth}
	procs := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(procs)
	defer func() { w.hammer(false); w.close() }()
	rapid.Check(t, func(t *rapid.T) {
		w.open(rapid.SampledFrom([]int{1, 2, 3, 8}).Draw(t, "workers"))
		t.Repeat(map[string]func(*rapid.T){
			"run":    w.run,
			"run2":   w.run,
			"run3":   w.run,
			"open":   func(t *rapid.T) { w.open(rapid.SampledFrom([]int{1, 2, 3, 8, 64}).Draw(t, "workers")) },
			"hammer": func(t *rapid.T) { w.hammer(rapid.Bool().Draw(t, "on")) },
			"procs":  func(t *rapid.T) { runtime.GOMAXPROCS(rapid.SampledFrom([]int{1, 2, procs}).Draw(t, "procs")) },
			"close":  func(*rapid.T) { w.pool.Close() },
		})
	})
	w.close()
	t.Logf("%d forks shared, %d stolen", w.shared, w.stolen)
	if procs > 1 && (w.shared == 0 || w.stolen == 0) {
		t.Errorf("%d shared, %d stolen: nothing was tested", w.shared, w.stolen)
	}
}

func TestRandomProgramsEndAsTheModelSays(t *testing.T) { runStateMachine(t, false, leaves) }

func TestRandomProgramsWithExits(t *testing.T) {
	runStateMachine(t, false, append([]op{opExit}, leaves...))
}

func TestRandomProgramsThatWaitInBoth(t *testing.T) {
	runStateMachine(t, true, leaves)
}

func TestJudgeFindsPlantedBugs(t *testing.T) {
	leaf := func(o op, v int64) *program { return &program{op: o, value: v} }
	tree := func() *program {
		p := &program{op: opFork, kids: []*program{leaf(opValue, 1), leaf(opValue, 2)}}
		p.each(func(q *program) { q.runs.Store(1) })
		return p
	}
	if err := judge(tree(), ending{opValue, 3}, 0); err != nil {
		t.Errorf("a right execution: %v", err)
	}
	twice, never, failed := tree(), tree(), tree()
	twice.kids[1].runs.Store(2)
	never.kids[1].runs.Store(0)
	failed.kids[1].op = opPanic
	for name, err := range map[string]error{
		"a wrong sum":        judge(tree(), ending{opValue, 4}, 0),
		"a panic of nobody":  judge(tree(), ending{opPanic, 3}, 0),
		"a body that runs":   judge(tree(), ending{opValue, 3}, 1),
		"a body run twice":   judge(twice, ending{opValue, 3}, 0),
		"a body never run":   judge(never, ending{opValue, 3}, 0),
		"a swallowed panic":  judge(failed, ending{opValue, 1}, 0),
		"another's panic":    judge(failed, ending{opPanic, 7}, 0),
		"an unexpected exit": judge(tree(), ending{opExit, 0}, 0),
	} {
		if err == nil {
			t.Errorf("%s was not found", name)
		}
	}
}
