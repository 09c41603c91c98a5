package takt_test

import (
	"context"
	"testing"

	"github.com/takt-go/takt"
	"github.com/takt-go/takt/internal/sched"
)

// A shape is a program in bytes: the first is what the root does, the others
// are shared out among its children. What it computes depends on all of them.
type shape []byte

func (s shape) kids() (a, b shape) {
	rest := s[1:]
	cut := len(rest) * int(s[0]>>4) / 15
	return rest[:cut], rest[cut:]
}

// combine is not commutative: children that change places are found.
func combine(op byte, a, b int64) int64 { return int64(op) + 31*a - 17*b }

// serial is the program without takt. A panic is a value here, as below.
func (s shape) serial() (n int64, panics bool) {
	if len(s) == 0 {
		return 1, false
	}
	a, b := s.kids()
	x, bad := a.serial()
	if !bad {
		var y int64
		if y, bad = b.serial(); !bad {
			return s.end(combine(s[0], x, y))
		}
		x = y
	}
	if s[0]&7 == 7 {
		return s.end(x + 1000) // recovers
	}
	return x, true
}

// end is how a node ends that got as far: some panic.
func (s shape) end(n int64) (int64, bool) { return n, s[0]&15 == 14 }

func runShape(t takt.Task, s shape) int64 {
	if len(s) == 0 {
		return 1
	}
	t.Poll()
	n, bad := s.end(combine3(s[0], s.children(t)))
	if bad {
		panic(n)
	}
	return n
}

// outcome is what the children of a node came to; caught if they panicked and
// the node recovers.
type outcome struct {
	a, b   int64
	caught bool
}

func combine3(op byte, o outcome) int64 {
	if o.caught {
		return o.a
	}
	return combine(op, o.a, o.b)
}

func (s shape) children(t takt.Task) (o outcome) {
	if s[0]&7 == 7 {
		defer func() {
			switch v := recover().(type) {
			case nil:
			case int64:
				o = outcome{a: v + 1000, caught: true}
			default:
				panic(v)
			}
		}()
	}
	a, b := s.kids()
	switch s[0] & 3 {
	case 0:
		f := takt.Fork(t, runShape, b)
		o.a = runShape(f.Task(), a)
		o.b = f.Join(t)
	case 1:
		f := takt.Fork(t, runShape, b)
		o.a = runShape(f.Task(), a)
		if v, ok := f.Taken(); ok {
			o.b = v
		} else {
			o.b = runShape(t, b)
		}
	case 2:
		o.a, o.b = takt.Both(t, runShape, a, runShape, b)
	case 3:
		takt.Do(t, func(t takt.Task) { o.a = runShape(t, a) }, func(t takt.Task) { o.b = runShape(t, b) })
	}
	return o
}

// FuzzForkTree runs programs of forks, Both and Do, with panics that some nodes
// recover from, and compares with the same program without takt.
func FuzzForkTree(f *testing.F) {
	f.Add([]byte{}, uint8(2))
	f.Add([]byte("\x80\x81\x82\x80\x81\x82\x80\x81\x82"), uint8(2))
	f.Add([]byte("\xf0\xf1\xf0\xf1\xf0\xf1\xf0\xf1\xf0\xf1\xf0\xf1"), uint8(8)) // a chain of left children
	f.Add([]byte("\x00\x01\x02\x00\x01\x02\x00\x01\x02"), uint8(1))             // of right ones
	f.Add([]byte("\x77\x80\x7e\x80\x77\x82\x8e\x77\x80\x81\x8e"), uint8(3))     // panics and recovers
	pools := make(map[uint8]*takt.Pool)
	for _, n := range []uint8{1, 2, 3, 8} {
		pools[n] = open(f, int(n))
	}
	f.Fuzz(func(t *testing.T, program []byte, workers uint8) {
		if len(program) > 2000 {
			return
		}
		p := pools[workers%8+1]
		if p == nil {
			p = pools[2]
		}
		defer sched.Hammer()()
		s := shape(program)
		want, panics := s.serial()
		for range 3 {
			var got int64
			v := recovered(func() { got = takt.Call(p.With(context.Background()), runShape, s) })
			if e, ok := v.(*takt.PanicError); ok && panics && e.Value == want {
				continue
			}
			if v != nil || panics || got != want {
				t.Fatalf("%d, panic %v; want %d, a panic %v", got, v, want, panics)
			}
		}
	})
}
