package takt_test

import (
	"fmt"

	"github.com/takt-go/takt"
)

// Evens counts the even numbers of a slice. The upper half is forked; while the
// lower half runs, only a poll can give the fork away.
func Evens(t takt.Task, list []int) int {
	half := len(list) / 2
	upper := takt.Fork(t, evens, list[half:])
	n := 0
	for i, v := range list[:half] {
		if i%1024 == 0 {
			upper.Task().Poll() // with the fork's task: t does not know of it
		}
		if v%2 == 0 {
			n++
		}
	}
	return n + upper.Join(t)
}

func evens(_ takt.Task, list []int) (n int) {
	for _, v := range list {
		if v%2 == 0 {
			n++
		}
	}
	return n
}

// Long stretches without a fork poll now and then, some microseconds apart.
func ExampleTask_Poll() {
	list := make([]int, 100_000)
	for i := range list {
		list[i] = i
	}
	fmt.Println(takt.Call(takt.Task{}, Evens, list))
	// Output: 50000
}
