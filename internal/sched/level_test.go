package sched

import (
	"testing"
	"unsafe"
)

// growStack makes the runtime move the goroutine's stack.
//
//go:noinline
func growStack(n int) byte {
	var room [1024]byte
	if n > 0 {
		room[n%1024] = growStack(n - 1)
	}
	return room[(n+1)%1024]
}

// onStack pushes a level below a frame on its own stack, moves the stack, and
// reports whether the level still leads to the frame.
//
//go:noinline
func onStack(r *Runner, moves int) bool {
	f := Frame{Parent: r.Root(), Link: testWord}
	_, n, _ := Open(Task{&f}, nil)
	growStack(moves)
	l := &r.levels.all[n]
	found := l.above()
	ok := found != nil && found.Parent == r.Root() && found.Link == testWord
	if ok {
		// Not only its equal: what is written through one shows in the other.
		found.Link = otherWord
		ok = f.Link == otherWord
	}
	leave(r, n)
	return ok
}

func TestLevelFindsItsFrameAfterTheStackMoved(t *testing.T) {
	if !stackInReach {
		t.Skip("no frame above a barrier is in reach on this processor")
	}
	for _, moves := range []int{0, 10, 1000} {
		ok := make(chan bool)
		go func() { // a new goroutine begins with a small stack
			r := Begin(&nobodyElse.outside)
			defer r.End()
			ok <- onStack(r, moves)
		}()
		if !<-ok {
			t.Errorf("%d KB deeper: the level lost its frame", moves)
		}
	}
}

// nobodyElse is a closed pool: its computations run alone.
var nobodyElse = func() *Pool { p := NewPool("alone", 1); p.Close(); return p }()

func TestLevelFindsAFrameOnTheHeap(t *testing.T) {
	if !stackInReach {
		t.Skip("no frame above a barrier is in reach on this processor")
	}
	r := caller(t)
	top, frames := chainOf(r, 3, testWord)
	_, n, _ := Open(top, nil)
	if got := r.levels.all[0].above(); got != frames[2] {
		t.Errorf("found %p, want %p", got, frames[2])
	}
	leave(r, n)
	if len(r.levels.all) != 0 {
		t.Error("the level is still there after the barrier")
	}
}

func TestLevelBelowARootHasNothingAbove(t *testing.T) {
	r := caller(t)
	_, n, _ := Open(Task{r.Root()}, nil)
	defer leave(r, n)
	if r.levels.all[0].above() != nil {
		t.Error("found a frame above a barrier that begins at the root")
	}
}

// leave ends the barrier at level n as one whose functions returned.
func leave(r *Runner, n int) {
	returned := true
	r.Leave(n, &returned)
}

// openFork begins a barrier at r's root that has a fork.
func openFork(r *Runner, kind Word, id int) (f *testFork, n int) {
	_, n, frame := Open(Task{r.Root()}, kind)
	if frame == nil {
		f = &testFork{}
		r.Adopt(n, &f.Frame)
	} else {
		f = (*testFork)(unsafe.Pointer(frame))
	}
	f.id = id
	f.Parent, f.Link = Live, kind
	return f, n
}

func TestBarrierForksArePromotedFromTheOutside(t *testing.T) {
	r := caller(t)
	forks, levels := make([]*testFork, 5), make([]int, 5)
	for i := range forks {
		forks[i], levels[i] = openFork(r, testWord, i)
	}
	for i := range forks {
		o := r.oldest(Task{r.Root()})
		if o.fork != &forks[i].Frame {
			t.Fatalf("beat %d would not take fork %d", i, i)
		}
		r.promoteOldest(o)
	}
	if o := r.oldest(Task{r.Root()}); o.fork != nil || o.chain.batch != nil {
		t.Error("found a sixth fork")
	}
	for i := 4; i >= 0; i-- {
		if forks[i].Parent != nil {
			t.Errorf("fork %d is not promoted", i)
		}
		if r.Join(jobOf(&forks[i].Frame)) {
			t.Errorf("fork %d was run by somebody", i)
		}
		leave(r, levels[i])
	}
}

func TestBarrierForksAreUsedAgainByKind(t *testing.T) {
	r := caller(t)
	if r.freeList(testWord) == r.freeList(otherWord) {
		t.Skip("the two kinds share a place here, and push each other out")
	}
	use := func(kind Word) *testFork {
		f, n := openFork(r, kind, 0)
		f.Parent = nil
		leave(r, n)
		return f
	}
	a := use(testWord)
	b := use(otherWord)
	if a == b || use(testWord) != a || use(testWord) != a || use(otherWord) != b {
		t.Error("want one fork for each kind, used again")
	}
	if allocs := testing.AllocsPerRun(10, func() { use(testWord); use(otherWord) }); allocs > 0 {
		t.Errorf("%v allocations for forks that are there", allocs)
	}
}

func TestForkThatAPanicLeftIsNotUsedAgain(t *testing.T) {
	r := caller(t)
	f, n := openFork(r, testWord, 0)
	returned := false
	r.Leave(n, &returned)
	if g, n := openFork(r, testWord, 1); g == f {
		t.Error("a fork that may be on its way to somebody is used again")
	} else {
		g.Parent = nil
		leave(r, n)
	}
}
