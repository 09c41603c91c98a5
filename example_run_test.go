package takt_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/takt-go/takt"
)

// Run is Call for functions that return an error. Bodies look at the context
// themselves; Run looks once, before it begins.
func ExampleRun() {
	stop := errors.New("user pressed stop")
	ctx, cancel := context.WithCancelCause(context.Background())
	step := func(t takt.Task) error {
		for i := range 1000 {
			if err := t.Err(); err != nil {
				return fmt.Errorf("step %d: %w", i, err)
			}
			if i == 2 {
				cancel(stop)
			}
		}
		return nil
	}
	fmt.Println(takt.Run(takt.With(ctx), step))
	fmt.Println(takt.Run(takt.With(ctx), step)) // does not begin
	// Output:
	// step 3: user pressed stop
	// user pressed stop
}
