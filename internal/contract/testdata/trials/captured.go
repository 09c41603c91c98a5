package trials

import (
	"sync"

	"github.com/takt-go/takt"
)

// The programs below are wrong: they use a Task where it does not belong.

// Captured forks a function literal that uses its caller's task instead of its
// own, and calls it through its value.
func Captured(t takt.Task, depth int) int {
	t.Poll()
	if depth == 0 {
		return 1
	}
	f := takt.Fork(t, func(_ takt.Task, depth int) int { return Captured(t, depth) }, depth-1)
	n := Captured(f.Task(), depth-1)
	if v, ok := f.Taken(); ok {
		return n + v
	}
	return n + Captured(t, depth-1)
}

// CapturedJoin is Captured with the other join, which makes a barrier.
func CapturedJoin(t takt.Task, depth int) int {
	t.Poll()
	if depth == 0 {
		return 1
	}
	f := takt.Fork(t, func(_ takt.Task, depth int) int { return CapturedJoin(t, depth) }, depth-1)
	n := CapturedJoin(f.Task(), depth-1)
	return n + f.Join(t)
}

// CapturedBoth uses its caller's task in both halves.
func CapturedBoth(t takt.Task, depth int) int {
	if depth == 0 {
		return 1
	}
	half := func(_ takt.Task, depth int) int { return CapturedBoth(t, depth) }
	a, b := takt.Both(t, half, depth-1, half, depth-1)
	return a + b
}

// Strayed hands its task to goroutines of its own, which poll.
func Strayed(t takt.Task, depth int) int {
	t.Poll()
	if depth == 0 {
		var wg sync.WaitGroup
		for range 2 {
			wg.Go(func() {
				for range 2000 {
					t.Poll()
				}
			})
		}
		wg.Wait()
		return 0
	}
	f := takt.Fork(t, odds, depth)
	n := Strayed(f.Task(), depth-1)
	if v, ok := f.Taken(); ok {
		return n + v
	}
	return n + odds(t, depth)
}
