package testkit

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// leakPatience bounds the wait for goroutines that are on their way out.
const leakPatience = 5 * time.Second

// NoLeaks fails the test if, at its end, there are goroutines that did not exist
// when NoLeaks was called and that do not leave within five seconds. A goroutine
// whose stack contains one of the ignored strings may stay: name a function there,
// such as the main loop of workers that a default pool keeps.
//
// The comparison covers the whole process, so a test that calls NoLeaks must not
// be parallel, nor run beside parallel ones.
func NoLeaks(t testing.TB, ignored ...string) {
	t.Helper()
	noLeaks(t, leakPatience, ignored)
}

func noLeaks(t testing.TB, patience time.Duration, ignored []string) {
	t.Helper()
	before := make(map[string]bool)
	for _, g := range goroutines() {
		before[g.id] = true
	}
	t.Cleanup(func() {
		t.Helper()
		left := waitForLeavers(before, ignored, time.Now().Add(patience))
		if len(left) > 0 {
			t.Errorf("%d goroutines leaked:\n\n%s", len(left), strings.Join(left, "\n\n"))
		}
	})
}

// waitForLeavers returns the stacks of those still there at the deadline.
func waitForLeavers(before map[string]bool, ignored []string, deadline time.Time) []string {
	for nap := time.Millisecond; ; nap = min(2*nap, 50*time.Millisecond) {
		var left []string
		for _, g := range goroutines() {
			isIgnored := func(s string) bool { return strings.Contains(g.stack, s) }
			if !before[g.id] && !slices.ContainsFunc(ignored, isIgnored) {
				left = append(left, g.stack)
			}
		}
		if len(left) == 0 || time.Now().After(deadline) {
			return left
		}
		time.Sleep(nap)
	}
}
