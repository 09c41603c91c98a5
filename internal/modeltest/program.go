package modeltest

import (
	"fmt"
	"maps"
	"strings"
	"sync/atomic"
)

// An op is what a node of a program does.
type op int

const (
	opValue   op = iota // returns its value
	opPause             // polls for a while and returns its value
	opPanic             // panics with its value
	opExit              // exits its goroutine
	opRecover           // turns a panic of its child into a value
	opCall              // calls its child through a barrier
	opFork              // forks its second child, runs the first, and joins
	opBoth              // gives both children to Both
	opDo                // gives its children to Do
	opGroup             // adds its children to a group, and waits for it
	opForget            // as opGroup, without waiting; returns its value
	ops
)

var opNames = [ops]string{"value", "pause", "panic", "exit", "recover", "call", "fork", "both", "do", "group", "forget"}

// A program is a tree of operations. It ends with a value, with a panic, or
// with an exit.
type program struct {
	op    op
	value int64
	kids  []*program
	runs  atomic.Int32
}

// String shows the program as nested calls.
func (p *program) String() string {
	kids := make([]string, len(p.kids))
	for i, k := range p.kids {
		kids[i] = k.String()
	}
	return fmt.Sprintf("%s:%d(%s)", opNames[p.op], p.value, strings.Join(kids, " "))
}

// each calls fn for all nodes.
func (p *program) each(fn func(*program)) {
	fn(p)
	for _, k := range p.kids {
		k.each(fn)
	}
}

// has reports whether a node satisfies ok.
func (p *program) has(ok func(*program) bool) (found bool) {
	p.each(func(q *program) { found = found || ok(q) })
	return found
}

// An ending is how a program can end.
type ending struct {
	how   op    // opValue, opPanic or opExit
	value int64 // returned, or the panic's
}

func (e ending) fails() bool { return e.how != opValue }

// endings are all ways in which a program can end: siblings that fail at the
// same time may come in any order.
type endings map[ending]bool

func (es endings) canFail() bool {
	for e := range es {
		if e.fails() {
			return true
		}
	}
	return false
}

// interpret says how p can end if its parts may run in any order.
func interpret(p *program) endings {
	switch p.op {
	case opValue, opPause:
		return endings{{opValue, p.value}: true}
	case opPanic, opExit:
		return endings{{p.op, p.value}: true}
	case opRecover:
		return recoverFrom(interpret(p.kids[0]))
	case opCall:
		return interpret(p.kids[0])
	case opForget:
		return endings{{opValue, p.value}: true}
	case opGroup:
		return anyOrder(p.kids)
	case opDo:
		// Which of several failures Do passes on depends on who ran them.
		return union(inOrder(joinOrder(p)), inOrder(p.kids))
	}
	return inOrder(p.kids)
}

func union(a, b endings) endings {
	maps.Copy(a, b)
	return a
}

func recoverFrom(es endings) endings {
	out := make(endings)
	for e := range es {
		if e.how == opPanic {
			e = ending{opValue, -e.value}
		}
		out[e] = true
	}
	return out
}

// joinOrder is the order in which Do joins the children of p if they were shared.
func joinOrder(p *program) []*program {
	order := []*program{p.kids[0]}
	for i := len(p.kids) - 1; i > 0; i-- {
		order = append(order, p.kids[i])
	}
	return order
}

// inOrder adds the values up; the first failure ends it.
func inOrder(kids []*program) endings {
	sums := endings{{opValue, 0}: true}
	for _, k := range kids {
		next := make(endings)
		for e := range sums {
			if e.fails() {
				next[e] = true
				continue
			}
			for f := range interpret(k) {
				if !f.fails() {
					f.value += e.value
				}
				next[f] = true
			}
		}
		sums = next
	}
	return sums
}

// anyOrder adds the values up; any of the failures ends it.
func anyOrder(kids []*program) endings {
	out := inOrder(kids)
	for _, k := range kids {
		for e := range interpret(k) {
			if e.fails() {
				out[e] = true
			}
		}
	}
	return out
}
