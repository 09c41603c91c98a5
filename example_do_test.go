package takt_test

import (
	"fmt"
	"strings"

	"github.com/takt-go/takt"
)

// Do runs a few coarse functions at once. Each takes a Task of its own, for what
// it forks in turn; none uses the Task of the function around it.
func ExampleDo() {
	const text = "one fish two fish red fish blue fish"
	var words, fish int
	var upper string
	takt.Do(takt.Task{},
		func(takt.Task) { words = len(strings.Fields(text)) },
		func(takt.Task) { fish = strings.Count(text, "fish") },
		func(takt.Task) { upper = strings.ToUpper(text[:8]) },
	)
	fmt.Println(words, fish, upper)
	// Output: 8 4 ONE FISH
}
