package measure

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// A world is a clock that only calls move, and a record of what happened.
type world struct {
	now  time.Duration
	log  []string
	open string
}

func (w *world) meter() Meter {
	return Meter{
		Wall: func() time.Duration { return w.now },
		CPU:  func() (time.Duration, bool) { return 3 * w.now, true },
		Tidy: func() { w.log = append(w.log, "tidy "+w.open) },
	}
}

// lasting is a case whose calls take d each.
func (w *world) lasting(name string, d time.Duration) Case {
	return w.calling(name, func(int) error { w.now += d; return nil })
}

func (w *world) calling(name string, call func(nth int) error) Case {
	nth := 0
	return Case{Variant: name, Workers: 1, Open: func() (Session, error) {
		if w.open != "" {
			return Session{}, fmt.Errorf("opened while %s is open", w.open)
		}
		w.open = name
		return Session{
			Call:  func() error { nth++; return call(nth) },
			Close: func() error { w.log = append(w.log, "close "+name); w.open = ""; return nil },
		}, nil
	}}
}

const floor = 20 * time.Millisecond

func TestCallsPerSampleReachTheFloor(t *testing.T) {
	for _, c := range []struct {
		call time.Duration
		want int
	}{{time.Second, 1}, {floor, 1}, {floor - 1, 2}, {4 * time.Microsecond, 8192}} {
		w := &world{}
		got, err := Run(w.meter(), []Case{w.lasting("x", c.call)}, Options{Rounds: 3, Floor: floor})
		if err != nil {
			t.Fatal(err)
		}
		if got[0].Calls != c.want {
			t.Errorf("calls of %v: %d per sample, want %d", c.call, got[0].Calls, c.want)
		}
		for _, s := range got[0].Samples {
			if s.Wall != c.call*time.Duration(c.want) || s.CPU != 3*s.Wall || !got[0].HasCPU {
				t.Errorf("sample %+v, want %d calls of %v", s, c.want, c.call)
			}
		}
	}
}

func TestHiccupInTheWarmUpDoesNotShortenSamples(t *testing.T) {
	w := &world{}
	hiccup := w.calling("x", func(nth int) error {
		w.now += 4 * time.Microsecond
		if nth == 1 {
			w.now += time.Second
		}
		return nil
	})
	got, err := Run(w.meter(), []Case{hiccup}, Options{Rounds: 1, Floor: floor})
	if err != nil {
		t.Fatal(err)
	}
	if got[0].Calls != 8192 {
		t.Errorf("%d calls per sample after a hiccup, want 8192", got[0].Calls)
	}
}

func TestRoundsHoldEveryCaseOnceInChangingOrder(t *testing.T) {
	w := &world{}
	cases := []Case{w.lasting("a", floor), w.lasting("b", floor), w.lasting("c", floor)}
	const rounds = 20
	got, err := Run(w.meter(), cases, Options{Rounds: rounds, Floor: floor, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range got {
		if len(s.Samples) != rounds {
			t.Errorf("case %d has %d samples, want %d", i, len(s.Samples), rounds)
		}
	}
	var order []string
	for _, line := range w.log {
		if name, ok := strings.CutPrefix(line, "tidy "); ok {
			order = append(order, name)
		}
	}
	orders := map[string]bool{}
	for round := range slices.Chunk(order, 3) {
		orders[strings.Join(round, "")] = true
		slices.Sort(round)
		if strings.Join(round, "") != "abc" {
			t.Fatalf("a round of %v", round)
		}
	}
	if len(orders) < 3 {
		t.Errorf("%d orders in %d rounds: a case always follows the same other", len(orders), rounds)
	}
}

func TestWrongAnswerInAnyCallEndsTheRunByName(t *testing.T) {
	wrong := errors.New("5, want 6")
	for _, nth := range []int{1, 2, 3, 5} {
		w := &world{}
		bad := w.calling("bad", func(n int) error {
			w.now += floor
			if n == nth {
				return wrong
			}
			return nil
		})
		_, err := Run(w.meter(), []Case{w.lasting("good", floor), bad}, Options{Rounds: 4, Floor: floor})
		if !errors.Is(err, wrong) || !strings.Contains(err.Error(), "bad with 1 worker: ") {
			t.Errorf("wrong in call %d: error %v, want one that names the case", nth, err)
		}
		if w.open != "" {
			t.Errorf("wrong in call %d: %s was left open", nth, w.open)
		}
	}
}

func TestFailedOpenAndCloseAreErrors(t *testing.T) {
	fail := errors.New("no")
	noOpen := Case{Variant: "o", Workers: 2, Open: func() (Session, error) { return Session{}, fail }}
	noClose := Case{Variant: "c", Workers: 2, Open: func() (Session, error) {
		return Session{Call: func() error { return nil }, Close: func() error { return fail }}, nil
	}}
	for _, c := range []Case{noOpen, noClose} {
		if err := Loop(c, 1); !errors.Is(err, fail) || !strings.Contains(err.Error(), "with 2 workers") {
			t.Errorf("%s: error %v", c.Variant, err)
		}
	}
}

func TestLoopCallsExactlyAsOftenAsAsked(t *testing.T) {
	w := &world{}
	calls := 0
	c := w.calling("x", func(int) error { calls++; return nil })
	if err := Loop(c, 7); err != nil || calls != 7 {
		t.Errorf("%d calls and error %v, want 7 and none", calls, err)
	}
	if !slices.Equal(w.log, []string{"close x"}) {
		t.Errorf("log %v, want only the close", w.log)
	}
}

func TestBudgetTakesAwayRoundsButNotTheInterval(t *testing.T) {
	for _, c := range []struct {
		budget time.Duration
		want   int
	}{{0, 30}, {time.Hour, 30}, {10 * time.Second, 10}, {time.Second, MinRounds}} {
		w := &world{}
		got, err := Run(w.meter(), []Case{w.lasting("x", time.Second)}, Options{Rounds: 30, Floor: floor, Budget: c.budget})
		if err != nil {
			t.Fatal(err)
		}
		if len(got[0].Samples) != c.want {
			t.Errorf("budget %v: %d rounds, want %d", c.budget, len(got[0].Samples), c.want)
		}
	}
}

func TestProgressCountsDown(t *testing.T) {
	w := &world{}
	var seen []Progress
	o := Options{Rounds: 2, Floor: floor, Progress: func(p Progress) { seen = append(seen, p) }}
	if _, err := Run(w.meter(), []Case{w.lasting("a", time.Second), w.lasting("b", 2*time.Second)}, o); err != nil {
		t.Fatal(err)
	}
	if len(seen) != 6 || seen[0].Round != 0 || seen[2].Round != 1 || seen[2].Left != 6*time.Second {
		t.Fatalf("progress %+v", seen)
	}
	for i := 3; i < len(seen); i++ {
		if seen[i].Left >= seen[i-1].Left || seen[i].Rounds != 2 {
			t.Errorf("step %d: %+v after %+v", i, seen[i], seen[i-1])
		}
	}
}
