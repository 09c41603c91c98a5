package takt_test

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/takt-go/takt"
	"github.com/takt-go/takt/internal/sched"
	"github.com/takt-go/takt/internal/testkit"
)

// The tests in case_*_test.go each follow one scenario in which systems of this
// kind are known to fail. They are quick by default; TAKT_FULL=1 runs them with
// all their numbers.

const caseLimit = 10 * time.Second

func inFull() bool { return os.Getenv("TAKT_FULL") == "1" }

// scaled chooses between the quick number of a case and the full one.
func scaled(quick, full int) int {
	switch {
	case inFull():
		return full
	case testing.Short() || raceEnabled:
		return max(1, quick/4)
	}
	return quick
}

// within gives a case its time: ten seconds, and for the full numbers minutes.
func within(t *testing.T, fn func()) {
	t.Helper()
	limit := 6 * caseLimit
	if inFull() {
		limit = 10 * time.Minute
	}
	testkit.Within(t, limit, fn)
}

// open returns a pool that closes with the test.
func open(t testing.TB, workers int) *takt.Pool {
	t.Helper()
	p, err := takt.New(takt.Config{Workers: workers, Name: t.Name()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

func outside(p *takt.Pool) takt.Task { return p.With(context.Background()) }

// hammer keeps the flag up until the test ends.
func hammer(t testing.TB) {
	stop := sched.Hammer()
	t.Cleanup(func() { stop() })
}

// spend polls for about d.
func spend(t takt.Task, d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end); {
		t.Poll()
	}
}

// everyJoined checks that each promoted fork came to exactly one end. It holds
// where nothing was cancelled and no group ran.
func everyJoined(t *testing.T, p *takt.Pool) {
	t.Helper()
	if s := p.Stats(); s.Promoted != s.TakenBack+s.Stolen+s.Helped {
		t.Errorf("%d promoted, %d taken back, %d stolen, %d helped with: the sum does not match",
			s.Promoted, s.TakenBack, s.Stolen, s.Helped)
	}
}

// hits counts how often each of a number of bodies ran.
type hits []atomic.Int32

func (h hits) add(i int) { h[i].Add(1) }

// exactlyOnce fails the test, and resets the counters.
func (h hits) exactlyOnce(t *testing.T) {
	t.Helper()
	for i := range h {
		if n := h[i].Swap(0); n != 1 {
			t.Errorf("body %d ran %d times", i, n)
		}
	}
}

// quickest returns the shortest of some runs, and stops early when one took
// less than enough: on a busy machine any single run may be late.
func quickest(runs int, enough time.Duration, fn func() time.Duration) time.Duration {
	best := fn()
	for i := 1; i < runs && best > enough; i++ {
		best = min(best, fn())
	}
	return best
}

// untilContested calls fn a number of times, and goes on until both thieves and
// owners got something, or for twenty seconds: on a busy machine they may miss
// each other for long. With one processor they hardly ever meet.
func untilContested(t *testing.T, p *takt.Pool, times int, fn func()) {
	t.Helper()
	before := p.Stats()
	for i, start := 0, time.Now(); ; i++ {
		s := p.Stats()
		if s.TakenBack > before.TakenBack && s.Stolen > before.Stolen || runtime.GOMAXPROCS(0) == 1 {
			if i >= times {
				return
			}
		} else if time.Since(start) > 20*time.Second {
			t.Errorf("nothing taken back or nothing stolen: %+v", s)
			return
		}
		fn()
	}
}

// crowd samples the number of goroutines while fn runs, and returns the most
// it saw beside those before.
func crowd(fn func()) int {
	before := runtime.NumGoroutine()
	var most atomic.Int64
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			case <-time.After(200 * time.Microsecond):
				most.Store(max(most.Load(), int64(runtime.NumGoroutine()-1)))
			}
		}
	}()
	fn()
	close(stop)
	<-stopped
	return int(most.Load()) - before
}

// recovered returns what fn panics with, or nil.
func recovered(fn func()) (v any) {
	defer func() { v = recover() }()
	fn()
	return nil
}

// exits reports whether fn leaves its goroutine through runtime.Goexit.
func exits(fn func()) bool {
	exit := make(chan bool)
	go func() {
		returned := false
		defer func() { exit <- !returned }()
		fn()
		returned = true
	}()
	return <-exit
}

// wantPanic checks that fn panics and that the text of the value has the words.
func wantPanic(t *testing.T, fn func(), words ...string) {
	t.Helper()
	v := recovered(fn)
	if v == nil {
		t.Error("no panic")
		return
	}
	for _, w := range words {
		if text := fmt.Sprint(v); !strings.Contains(text, w) {
			t.Errorf("no %q in the panic value %q", w, text)
		}
	}
}
