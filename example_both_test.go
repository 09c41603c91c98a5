package takt_test

import (
	"fmt"

	"github.com/takt-go/takt"
)

// A Shape can tell its area, perhaps with help.
type Shape interface {
	Area(takt.Task) int
}

// A Square has sides of one length.
type Square int

// Area is the square of the side.
func (s Square) Area(takt.Task) int { return int(s * s) }

// A Pair is two shapes side by side.
type Pair struct{ A, B Shape }

// Area adds up the two areas. Which method that calls is known at run time
// only: hence Both, and not Fork with Taken.
func (p Pair) Area(t takt.Task) int {
	a, b := takt.Both(t, areaOf, p.A, areaOf, p.B)
	return a + b
}

func areaOf(t takt.Task, s Shape) int { return s.Area(t) }

// Both takes any two functions, interface methods and closures included.
func ExampleBoth() {
	var s Shape = Pair{Square(2), Pair{Square(3), Square(4)}}
	fmt.Println(takt.Call(takt.Task{}, areaOf, s))
	// Output: 29
}
