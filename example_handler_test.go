package takt_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/takt-go/takt"
)

// countPrimes is a handler whose computation ends early if its client leaves.
func countPrimes(w http.ResponseWriter, r *http.Request) {
	var n int
	err := takt.Run(takt.With(r.Context()), func(t takt.Task) error {
		n = primesIn(t, numbers{2, 10_000})
		return t.Err() // not nil: some leaf may have left early, and n is wrong
	})
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintln(w, n)
}

type numbers struct{ from, to int }

func primesIn(t takt.Task, s numbers) int {
	if s.to-s.from <= 256 {
		if t.Err() != nil { // once in some microseconds, not for every number
			return 0
		}
		return primesOneByOne(s)
	}
	t.Poll()
	mid := (s.from + s.to) / 2
	upper := takt.Fork(t, primesIn, numbers{mid, s.to})
	return primesIn(upper.Task(), numbers{s.from, mid}) + upper.Join(t)
}

func primesOneByOne(s numbers) (n int) {
	for p := s.from; p < s.to; p++ {
		d := 2
		for d*d <= p && p%d != 0 {
			d++
		}
		if d*d > p {
			n++
		}
	}
	return n
}

// A computation for a request carries the request's context. Run does not begin
// if that has ended; what runs already has to look.
func ExampleRun_handler() {
	here := context.Background()
	gone, leave := context.WithCancel(here)
	leave()
	for _, ctx := range []context.Context{here, gone} {
		w := httptest.NewRecorder()
		countPrimes(w, httptest.NewRequestWithContext(ctx, "GET", "/", nil))
		fmt.Print(w.Code, " ", w.Body)
	}
	// Output:
	// 200 1229
	// 503 context canceled
}
