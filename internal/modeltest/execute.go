package modeltest

import (
	"runtime"
	"sync/atomic"
	"time"

	"github.com/takt-go/takt"
)

// An execution runs a program with takt.
type execution struct {
	running atomic.Int32 // nodes that run now
}

// panicked is what programs panic with.
type panicked struct{ value int64 }

// wrongPanic is the value of a panic that no program raises.
const wrongPanic = -1 << 62

// work is a node of an execution, as an argument.
type work struct {
	in *execution
	p  *program
}

// run runs one node. It is the function that is forked.
func run(t takt.Task, w work) int64 {
	w.p.runs.Add(1)
	w.in.running.Add(1)
	defer w.in.running.Add(-1)
	t.Poll()
	switch w.p.op {
	case opPause:
		pause(t, w.p.value)
	case opPanic:
		panic(panicked{w.p.value})
	case opExit:
		runtime.Goexit()
	case opRecover:
		return w.recover(t)
	case opCall:
		return takt.Call(t, run, w.kid(0))
	case opFork:
		return w.fork(t)
	case opBoth:
		a, b := takt.Both(t, run, w.kid(0), run, w.kid(1))
		return a + b
	case opDo:
		return w.do(t)
	case opGroup:
		return w.group(t)
	case opForget:
		w.addTo(takt.NewGroup(t))
	}
	return w.p.value
}

func (w work) kid(i int) work { return work{w.in, w.p.kids[i]} }

func pause(t takt.Task, value int64) {
	for end := time.Now().Add(time.Duration(value) * time.Microsecond); time.Now().Before(end); {
		t.Poll()
		if value%2 == 0 {
			runtime.Gosched()
		}
	}
}

// recover runs the child without a barrier: forks below may be left behind.
func (w work) recover(t takt.Task) (res int64) {
	defer func() {
		switch v := recover().(type) {
		case nil: // returned, or exits
		case panicked:
			res = -v.value
		default:
			panic(v)
		}
	}()
	return run(t, w.kid(0))
}

// fork joins in either form.
func (w work) fork(t takt.Task) int64 {
	f := takt.Fork(t, run, w.kid(1))
	n := run(f.Task(), w.kid(0))
	if w.p.value%2 == 0 {
		return n + f.Join(t)
	}
	if m, ok := f.Taken(); ok {
		return n + m
	}
	return n + run(t, w.kid(1))
}

func (w work) do(t takt.Task) int64 {
	var sum atomic.Int64
	fns := make([]func(takt.Task), len(w.p.kids))
	for i := range fns {
		fns[i] = func(t takt.Task) { sum.Add(run(t, w.kid(i))) }
	}
	takt.Do(t, fns...)
	return sum.Load()
}

func (w work) addTo(g *takt.Group) *atomic.Int64 {
	sum := new(atomic.Int64)
	for i := range w.p.kids {
		g.Go(func(t takt.Task) error { sum.Add(run(t, w.kid(i))); return nil })
	}
	return sum
}

func (w work) group(t takt.Task) int64 {
	g := takt.NewGroup(t)
	if w.p.value%3 == 0 {
		g.SetLimit(1 + int(w.p.value)%2)
	}
	sum := w.addTo(g)
	g.Wait()
	return sum.Load()
}

// execute runs p on its own goroutine from outside and says how it ended.
func execute(t takt.Task, p *program) (ending, int32) {
	in := new(execution)
	done := make(chan ending)
	go func() {
		end := ending{how: opExit}
		defer func() {
			if e, ok := recover().(*takt.PanicError); ok {
				end = ending{opPanic, wrongPanic}
				if v, ok := e.Value.(panicked); ok {
					end.value = v.value
				}
			}
			done <- end
		}()
		n := takt.Call(t, run, work{in, p})
		end = ending{opValue, n}
	}()
	end := <-done
	return end, in.running.Load()
}
