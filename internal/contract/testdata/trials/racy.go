package trials

import (
	"sync/atomic"

	"github.com/takt-go/takt"
)

// Shared is what the two halves of a computation look at.
type Shared struct {
	Plain  int
	Atomic atomic.Int64
	halves [2]int
}

// Right is a right program: what is written before the fork is read by both
// halves, each writes what is its own, and both are read after the join.
func Right(t takt.Task, rounds int) int {
	sum := 0
	for i := range rounds {
		s := &Shared{Plain: i}
		f := takt.Fork(t, rightHalf, s)
		a := leftHalf(f.Task(), s)
		b, ok := f.Taken()
		if !ok {
			b = rightHalf(t, s)
		}
		sum += a + b - s.halves[0] - s.halves[1] + int(s.Atomic.Load())
		s.Plain++
	}
	return sum
}

func leftHalf(t takt.Task, s *Shared) int {
	s.halves[0] = s.Plain
	s.Atomic.Add(1)
	for range 2000 {
		t.Poll()
	}
	return s.halves[0]
}

func rightHalf(t takt.Task, s *Shared) int {
	t.Poll()
	s.halves[1] = s.Plain
	s.Atomic.Add(1)
	return s.halves[1]
}

// Racy is a wrong program: the left half writes what the right half reads, and
// may do so at the same time.
func Racy(t takt.Task, rounds int) int {
	sum := 0
	for range rounds {
		s := &Shared{}
		f := takt.Fork(t, readPlain, s)
		writePlain(f.Task(), s)
		v, ok := f.Taken()
		if !ok {
			v = readPlain(t, s)
		}
		sum += v
	}
	return sum
}

func writePlain(t takt.Task, s *Shared) {
	for range 200 {
		s.Plain++
		t.Poll()
	}
}

func readPlain(t takt.Task, s *Shared) int {
	n := 0
	for range 200 {
		t.Poll()
		n += s.Plain
	}
	return n
}
