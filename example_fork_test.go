package takt_test

import (
	"fmt"

	"github.com/takt-go/takt"
)

// Fib is the slow way to a Fibonacci number, with a fork in every call.
func Fib(t takt.Task, n int) int {
	if n < 2 {
		return n
	}
	t.Poll()
	other := takt.Fork(t, Fib, n-2)
	return Fib(other.Task(), n-1) + other.Join(t)
}

// The ordinary form: Join always returns the result, whoever computed it.
func ExampleFork() {
	fmt.Println(takt.Call(takt.Task{}, Fib, 20))
	// Output: 6765
}
