package takt_test

import (
	"fmt"

	"github.com/takt-go/takt"
)

// An Expr is a number, or an operator between two expressions.
type Expr struct {
	Op     byte // '+', '*', or 0 for a number
	X, Y   *Expr
	Number int
}

// Eval computes an expression.
func Eval(t takt.Task, e *Expr) int {
	if e.Op == 0 {
		return e.Number
	}
	t.Poll()
	right := takt.Fork(t, Eval, e.Y)
	x := Eval(right.Task(), e.X)
	y, ok := right.Taken()
	if !ok {
		y = Eval(t, e.Y) // nobody took it: a direct call, with the parent's task
	}
	if e.Op == '*' {
		return x * y
	}
	return x + y
}

// The fast form: most forks are taken by nobody, and then the caller calls the
// function itself, where the compiler sees it.
func ExampleForked_Taken() {
	number := func(n int) *Expr { return &Expr{Number: n} }
	e := &Expr{Op: '*',
		X: &Expr{Op: '+', X: number(1), Y: number(2)},
		Y: &Expr{Op: '+', X: number(3), Y: number(4)},
	}
	fmt.Println(takt.Call(takt.Task{}, Eval, e))
	// Output: 21
}
