package takt_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/takt-go/takt"
)

// inGroup is Do by means of a group.
func inGroup(t takt.Task, fns ...func(takt.Task)) {
	g := takt.NewGroup(t)
	for _, fn := range fns {
		g.Go(func(t takt.Task) error { fn(t); return nil })
	}
	g.Wait()
}

// Two functions that take long and never poll run at the same time, in either
// order, and so do three.
func TestCase100CoarseFunctionsAreSharedAtOnce(t *testing.T) {
	unit := 100 * time.Millisecond
	if inFull() {
		unit = time.Second
	}
	limit := unit * 12 / 10
	calls := map[string]func(takt.Task, ...func(takt.Task)){"Do": takt.Do, "Group": inGroup}
	for _, parts := range [][]int{{100, 100}, {100, 30}, {30, 100}, {100, 100, 100}, {10, 100, 50}} {
		for name, call := range calls {
			t.Run(fmt.Sprint(name, parts), func(t *testing.T) {
				p := open(t, len(parts))
				fns := make([]func(takt.Task), len(parts))
				for i, percent := range parts {
					fns[i] = func(takt.Task) { time.Sleep(unit * time.Duration(percent) / 100) }
				}
				took := quickest(5, limit, func() time.Duration {
					start := time.Now()
					call(outside(p), fns...)
					return time.Since(start)
				})
				if took > limit {
					t.Errorf("%v at best, want %v at most", took, limit)
				}
			})
		}
	}
}
