package takt_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/takt-go/takt"
)

// checkName stands for something slow that can fail.
func checkName(name string) error {
	if strings.Contains(name, " ") {
		return fmt.Errorf("%q has a space", name)
	}
	return nil
}

// A group stops nobody when a function fails. With a context of its own, whose
// cancel the first failure calls, those that have not begun end at once.
func ExampleGroup_cancel() {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	g := takt.NewGroup(takt.With(ctx))
	for _, name := range []string{"one", "two words", "three"} {
		g.Go(func(t takt.Task) error {
			if err := t.Err(); err != nil {
				return err // the cause: what the failed function gave to cancel
			}
			err := checkName(name)
			if err != nil {
				cancel(err)
			}
			return err
		})
	}
	fmt.Println(g.Wait())
	// Output: "two words" has a space
}
