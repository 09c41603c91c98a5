package heap

import "github.com/takt-go/takt"

// Funcs are shapes whose function leads to a local variable, and shapes that
// fork through something else than Fork itself.
var Funcs = []Shape{
	{"closure by reference", byReference}, {"closure by value", byValue}, {"method value of a pointer", methodPointer},
	{"method value of a value", methodValue}, {"method expression", methodExpression}, {"generic wrapper", generic},
	{"inlined layers", layered}, {"address of a parameter", parameter}, {"Both", both}, {"both sides of Both", bothClosures},
	{"Call", call}, {"Do", do}, {"DoErr", doErr}, {"Group", group}, {"deferred use", deferred},
}

func byReference(t takt.Task) error {
	local := 5                                                        // want "moved to heap: local"
	fn := func(t takt.Task, n int) int { return bump(t, &local) + n } // want "func literal escapes to heap"
	f := takt.Fork(t, fn, 10)
	owner(f.Task(), 0)
	return check(join(t, &f, fn, 10), 15, local, 6)
}

func byValue(t takt.Task) error {
	local := three
	fn := func(_ takt.Task, n int) int { meet(); return local + n } // want "func literal escapes to heap"
	f := takt.Fork(t, fn, 10)
	owner(f.Task(), 0)
	return check(join(t, &f, fn, 10), three+10)
}

func (r *record) add(t takt.Task, n int) int { return bump(t, &r.a) + n }

func (r record) read(_ takt.Task, n int) int {
	v := r.c
	meet()
	return v + r.c + n
}

func methodPointer(t takt.Task) error {
	local := record{1, 2, 3}         // want "moved to heap: local"
	f := takt.Fork(t, local.add, 10) // want "local.add escapes to heap"
	owner(f.Task(), 0)
	return check(join(t, &f, local.add, 10), 11, local.a, 2)
}

func methodValue(t takt.Task) error {
	local := record{1, 2, 3}
	f := takt.Fork(t, local.read, 10) // want "local.read escapes to heap"
	owner(f.Task(), 0)
	return check(join(t, &f, record{1, 2, 3}.read, 10), 16)
}

// visitor has its task behind its receiver, so that the method expression can
// be forked.
type visitor takt.Task

func (v visitor) visit(p *int) int { return bump(takt.Task(v), p) }

func methodExpression(t takt.Task) error {
	local := 1 // want "moved to heap: local"
	visit := func(t takt.Task, p *int) int { return visitor.visit(visitor(t), p) }
	f := takt.Fork(t, visit, &local)
	owner(f.Task(), 0)
	return check(join(t, &f, visit, &local), 1, local, 2)
}

// forkAndWait wraps a whole fork.
func forkAndWait[A, R any](t takt.Task, fn func(takt.Task, A) R, arg A) R {
	f := takt.Fork(t, fn, arg)
	owner(f.Task(), 0)
	return f.Join(t)
}

func generic(t takt.Task) error {
	local := 1 // want "moved to heap: local"
	return check(forkAndWait(t, bump, &local), 1, local, 2)
}

func outerLayer[A any](t takt.Task, fn func(takt.Task, A) int, arg A) takt.Forked[A, int] {
	return innerLayer(t, fn, arg)
}

func innerLayer[A any](t takt.Task, fn func(takt.Task, A) int, arg A) takt.Forked[A, int] {
	return takt.Fork(t, fn, arg)
}

func layered(t takt.Task) error {
	local := 1 // want "moved to heap: local"
	f := outerLayer(t, bump, &local)
	owner(f.Task(), 0)
	return check(join(t, &f, bump, &local), 1, local, 2)
}

func parameter(t takt.Task) error { return ofParameter(t, 9) }

func ofParameter(t takt.Task, local int) error { // want "moved to heap: local"
	f := takt.Fork(t, bump, &local)
	owner(f.Task(), 0)
	return check(join(t, &f, bump, &local), 9, local, 10)
}

func both(t takt.Task) error {
	local := 1 // want "moved to heap: local"
	_, v := takt.Both(t, owner, 0, bump, &local)
	return check(v, 1, local, 2)
}

func bothClosures(t takt.Task) error {
	left, right := 1, 2 // want "moved to heap: left" // and right, beside it
	a, b := takt.Both(t,
		func(t takt.Task, n int) int { v := left; owner(t, 0); left += n; return v }, 5, // want "func literal escapes to heap"
		func(t takt.Task, n int) int { return bump(t, &right) + n }, 7) // want "func literal escapes to heap"
	return check(a, 1, left, 6, b, 9, right, 3)
}

func call(t takt.Task) error {
	local := 1 // want "moved to heap: local"
	v := takt.Call(t, func(t takt.Task, p *int) int {
		f := takt.Fork(t, bump, p)
		owner(f.Task(), 0)
		return f.Join(t)
	}, &local)
	return check(v, 1, local, 2)
}

func do(t takt.Task) error {
	local := 1                                                   // want "moved to heap: local"
	takt.Do(t, ownerFunc, func(t takt.Task) { bump(t, &local) }) // want "func literal escapes to heap"
	return check(local, 2)
}

func doErr(t takt.Task) error {
	local := 1 // want "moved to heap: local"
	err := takt.DoErr(t,
		func(t takt.Task) error { ownerFunc(t); return nil },
		func(t takt.Task) error { return check(bump(t, &local), 1) }) // want "func literal escapes to heap"
	if err != nil {
		return err
	}
	return check(local, 2)
}

func group(t takt.Task) error {
	local := 1 // want "moved to heap: local"
	g := takt.NewGroup(t)
	g.Go(func(t takt.Task) error { bump(t, &local); return nil }) // want "func literal escapes to heap"
	ownerFunc(t)
	if err := g.Wait(); err != nil {
		return err
	}
	return check(local, 2)
}

// deferred joins in a deferred function, after the rest of the frame is done.
func deferred(t takt.Task) (err error) {
	local := 1 // want "moved to heap: local"
	f := takt.Fork(t, bump, &local)
	defer func() { err = check(join(t, &f, bump, &local), 1, local, 2) }()
	owner(f.Task(), 0)
	return nil
}
