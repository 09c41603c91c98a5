package takt_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/takt-go/takt"
)

// A pool is a limit of its own over the workers of the process. Most programs
// need none: the zero Task enters the default pool.
func ExampleNew() {
	pool, err := takt.New(takt.Config{Workers: 2, Name: "thumbnails"})
	if err != nil {
		fmt.Println(err)
		return
	}
	task := pool.With(context.Background())
	fmt.Println(takt.Run(task, func(takt.Task) error { return nil }))

	pool.Close()
	err = takt.Run(task, func(takt.Task) error { return nil })
	fmt.Println(errors.Is(err, takt.ErrClosed))

	_, err = takt.New(takt.Config{Workers: -1})
	fmt.Println(err != nil)
	// Output:
	// <nil>
	// true
	// true
}
