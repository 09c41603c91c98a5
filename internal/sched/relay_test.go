package sched

import "testing"

func TestRunnerIsFoundFromChainsOfEveryLength(t *testing.T) {
	r := caller(t)
	for n := range 201 {
		top, frames := chainOf(r, n, testWord, otherWord)
		for range 2 { // the second time with the relays of the first
			if runnerOf(top) != r {
				t.Fatalf("%d frames: wrong runner", n)
			}
		}
		for i, f := range frames {
			if want := []Word{testWord, otherWord}[i%2]; kindOf(f) != want {
				t.Fatalf("%d frames: the kind of frame %d changed", n, i)
			}
			if runnerOf(Task{f}) != r {
				t.Fatalf("%d frames: wrong runner from frame %d", n, i)
			}
		}
	}
}

func TestOnlyLongWalksLeaveRelays(t *testing.T) {
	r := caller(t)
	for _, n := range []int{relayFrom - 1, relayFrom, 10 * relayFrom} {
		top, frames := chainOf(r, n, testWord)
		runnerOf(top)
		got := 0
		for _, f := range frames {
			if relayAt(f) != nil {
				got++
			}
		}
		want := (n - 1) / relayEvery
		if n < relayFrom {
			want = 0
		}
		if got != want {
			t.Errorf("%d frames: %d relays, want %d", n, got, want)
		}
	}
}

func TestRelaysAreSharedByKind(t *testing.T) {
	r := caller(t)
	first, _ := chainOf(r, 64, testWord)
	runnerOf(first)
	var fresh []Task
	for range 11 {
		top, _ := chainOf(r, 64, testWord)
		fresh = append(fresh, top)
	}
	next := func() { runnerOf(fresh[0]); fresh = fresh[1:] }
	if allocs := testing.AllocsPerRun(10, next); allocs > 0 {
		t.Errorf("%v allocations for relays of a known kind", allocs)
	}
	if a, b := r.relay(testWord), r.relay(otherWord); a == b || a.kind != testWord || b.kind != otherWord {
		t.Error("relays of two kinds got mixed up")
	}
}

func TestTasksFromOutsideHaveNoRunner(t *testing.T) {
	p := openPool(t, 2)
	f := &testFork{Frame: Frame{Parent: p.Task().Top, Link: testWord}}
	if RunnerOf(Task{}) != nil || RunnerOf(p.Task()) != nil || RunnerOf(Task{&f.Frame}) != nil {
		t.Error("a task from outside has a runner")
	}
	if o := OutsideOf(Task{&f.Frame}); o == nil || o.Pool != p {
		t.Error("a fork from outside does not lead to its pool")
	}
	if OutsideOf(Task{caller(t).Root()}) != nil {
		t.Error("a task from inside says it is from outside")
	}
}
