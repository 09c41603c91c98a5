package takt_test

import (
	"context"
	"fmt"

	"github.com/takt-go/takt"
)

// userKey is the key of a user's name in a context.
type userKey struct{}

// greet is called somewhere deep in a computation.
func greet(t takt.Task, greeting string) string {
	return greeting + ", " + t.Context().Value(userKey{}).(string)
}

// A computation carries the context that it was entered with. A pool gives out
// as many tasks as there are requests.
func ExamplePool_With() {
	pool, err := takt.New(takt.Config{Name: "requests"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer pool.Close()

	for _, user := range []string{"Ada", "Grace"} {
		ctx := context.WithValue(context.Background(), userKey{}, user)
		fmt.Println(takt.Call(pool.With(ctx), greet, "Hello"))
	}
	// Output:
	// Hello, Ada
	// Hello, Grace
}
