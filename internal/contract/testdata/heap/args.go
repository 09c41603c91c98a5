package heap

import "github.com/takt-go/takt"

// bump reads, meets and writes through a pointer.
func bump(_ takt.Task, p *int) int {
	v := *p
	meet()
	if v != *p {
		return -1
	}
	*p++
	return v
}

// join is the fast join of a fork of bump or of something like it.
func join[A any](t takt.Task, f *takt.Forked[A, int], fn func(takt.Task, A) int, arg A) int {
	if v, ok := f.Taken(); ok {
		return v
	}
	return fn(t, arg)
}

// Args are shapes whose argument leads to a local variable.
var Args = []Shape{
	{"pointer", pointer}, {"field", field}, {"element", element}, {"slice of an array", slice}, {"made slice", made},
	{"struct", structure}, {"array of pointers", pointers}, {"pointer to pointer", indirect}, {"interface", iface},
	{"any", anyValue}, {"any pointer", anyPointer}, {"function", function}, {"map", mapped}, {"string", bytes},
	{"slice of any", anys}, {"nested fork", nested}, {"in a loop", loop}, {"wide join", joined},
}

func pointer(t takt.Task) error {
	local := 7 // want "moved to heap: local"
	f := takt.Fork(t, bump, &local)
	owner(f.Task(), 0)
	return check(join(t, &f, bump, &local), 7, local, 8)
}

type record struct{ a, b, c int }

func field(t takt.Task) error {
	local := record{1, 2, 3} // want "moved to heap: local"
	f := takt.Fork(t, bump, &local.b)
	owner(f.Task(), 0)
	return check(join(t, &f, bump, &local.b), 2, local.a, 1, local.b, 3, local.c, 3)
}

func element(t takt.Task) error {
	local := [4]int{1, 2, 3, 4} // want "moved to heap: local"
	f := takt.Fork(t, bump, &local[2])
	owner(f.Task(), 0)
	return check(join(t, &f, bump, &local[2]), 3, local[2], 4, local[3], 4)
}

func bumpSlice(t takt.Task, s []int) int { return bump(t, &s[len(s)-1]) }

func slice(t takt.Task) error {
	var local [8]int // want "moved to heap: local"
	f := takt.Fork(t, bumpSlice, local[2:5])
	owner(f.Task(), 0)
	return check(join(t, &f, bumpSlice, local[2:5]), 0, local[4], 1, local[5], 0)
}

func made(t takt.Task) error {
	local := make([]int, 8) // want "make\(\[\]int, 8\) escapes to heap"
	f := takt.Fork(t, bumpSlice, local)
	owner(f.Task(), 0)
	return check(join(t, &f, bumpSlice, local), 0, local[7], 1)
}

type holder struct {
	n int
	p *int
}

func bumpHeld(t takt.Task, h holder) int { return bump(t, h.p) + h.n }

func structure(t takt.Task) error {
	local := 1 // want "moved to heap: local"
	h := holder{5, &local}
	f := takt.Fork(t, bumpHeld, h)
	owner(f.Task(), 0)
	return check(join(t, &f, bumpHeld, h), 6, local, 2)
}

func bumpAll(t takt.Task, ps [4]*int) int { return bump(t, ps[0]) + *ps[3] }

func pointers(t takt.Task) error {
	first := 1 // want "moved to heap: first"
	last := 10 // want "moved to heap: last"
	ps := [4]*int{&first, nil, nil, &last}
	f := takt.Fork(t, bumpAll, ps)
	owner(f.Task(), 0)
	return check(join(t, &f, bumpAll, ps), 11, first, 2)
}

func bumpIndirect(t takt.Task, pp **int) int {
	v := bump(t, *pp)
	*pp = nil
	return v
}

func indirect(t takt.Task) error {
	local := 4  // want "moved to heap: local"
	p := &local // want "moved to heap: p"
	f := takt.Fork(t, bumpIndirect, &p)
	owner(f.Task(), 0)
	v := join(t, &f, bumpIndirect, &p)
	if p != nil {
		v = -2
	}
	return check(v, 4, local, 5)
}

type bumper interface{ bump(takt.Task) int }

func (r *record) bump(t takt.Task) int { return bump(t, &r.b) }

func bumpBumper(t takt.Task, b bumper) int { return b.bump(t) }

func iface(t takt.Task) error {
	local := record{1, 2, 3} // want "moved to heap: local"
	f := takt.Fork[bumper](t, bumpBumper, &local)
	owner(f.Task(), 0)
	return check(join[bumper](t, &f, bumpBumper, &local), 2, local.b, 3)
}

func readAny(_ takt.Task, x any) int {
	v := x.(record).c
	meet()
	return v + x.(record).c
}

func anyValue(t takt.Task) error {
	local := record{1, 2, three}
	f := takt.Fork[any](t, readAny, local) // want "local escapes to heap"
	local.c = 0
	owner(f.Task(), 0)
	return check(join[any](t, &f, readAny, record{c: three}), 2*three)
}

func bumpAny(t takt.Task, x any) int { return bump(t, &x.(*record).a) }

func anyPointer(t takt.Task) error {
	local := record{1, 2, 3} // want "moved to heap: local"
	f := takt.Fork[any](t, bumpAny, &local)
	owner(f.Task(), 0)
	return check(join[any](t, &f, bumpAny, &local), 1, local.a, 2)
}

func callFunc(_ takt.Task, fn func() int) int { return fn() }

func function(t takt.Task) error {
	local := 3                                            // want "moved to heap: local"
	fn := func() int { return bump(takt.Task{}, &local) } // want "func literal escapes to heap"
	f := takt.Fork(t, callFunc, fn)
	owner(f.Task(), 0)
	return check(join(t, &f, callFunc, fn), 3, local, 4)
}

func bumpMap(_ takt.Task, m map[int]int) int {
	v := m[5]
	meet()
	m[5]++
	return v
}

func mapped(t takt.Task) error {
	local := map[int]int{5: 1} // want "map\[int\]int{...} escapes to heap"
	f := takt.Fork(t, bumpMap, local)
	owner(f.Task(), 0)
	return check(join(t, &f, bumpMap, local), 1, local[5], 2)
}

func readString(_ takt.Task, s string) int {
	v := int(s[0])
	meet()
	return v + int(s[len(s)-1])
}

func bytes(t takt.Task) error {
	b := [10]byte{0: 1, 9: 2}
	local := string(b[:]) // want "string\(b\[:\]\) escapes to heap"
	f := takt.Fork(t, readString, local)
	owner(f.Task(), 0)
	return check(join(t, &f, readString, local), 3)
}

func bumpAnys(t takt.Task, xs []any) int { return bump(t, xs[1].(*int)) }

func anys(t takt.Task) error {
	local := 6               // want "moved to heap: local"
	xs := []any{nil, &local} // want "\[\]any{...} escapes to heap"
	f := takt.Fork(t, bumpAnys, xs)
	owner(f.Task(), 0)
	return check(join(t, &f, bumpAnys, xs), 6, local, 7)
}

func nested(t takt.Task) error {
	outer := 1 // want "moved to heap: outer"
	inner := 2 // want "moved to heap: inner"
	f := takt.Fork(t, bump, &outer)
	g := takt.Fork(f.Task(), bump, &inner)
	owner(g.Task(), 0)
	b := join(f.Task(), &g, bump, &inner)
	a := join(t, &f, bump, &outer)
	return check(a, 1, b, 2, outer, 2, inner, 3)
}

func loop(t takt.Task) error {
	sum := 0
	for i := range 3 {
		local := i // want "moved to heap: local"
		f := takt.Fork(t, bump, &local)
		owner(f.Task(), 0)
		sum += 10*join(t, &f, bump, &local) + local
	}
	return check(sum, 36)
}

func joined(t takt.Task) error {
	local := 7 // want "moved to heap: local"
	f := takt.Fork(t, bump, &local)
	owner(f.Task(), 0)
	return check(f.Join(t), 7, local, 8)
}
