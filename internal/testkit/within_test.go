package testkit

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
)

const ample = 10 * time.Second

func TestWithinFailsWithAllStacksWhenTimeIsUp(t *testing.T) {
	gate := NewGate()
	defer gate.Open()
	r := record(t, func(t testing.TB) {
		Within(t, 100*time.Millisecond, func() { waitForever(NewGate(), gate) })
	})
	r.wantFailure(t, "not done after 100ms", "testkit.waitForever")
}

func TestWithinReturnsWhenDone(t *testing.T) {
	ran := false
	Within(t, ample, func() { ran = true })
	if !ran {
		t.Error("the function did not run")
	}
}

func TestWithinCarriesPanics(t *testing.T) {
	defer func() {
		got := fmt.Sprint(recover())
		if !strings.HasPrefix(got, "spilled") || !strings.Contains(got, "TestWithinCarriesPanics.func") {
			t.Errorf("panic value %q lacks the original value or stack", got)
		}
	}()
	Within(t, ample, func() { panic("spilled") })
}

func TestWithinCarriesFailNow(t *testing.T) {
	r := record(t, func(t testing.TB) {
		Within(t, ample, func() { t.Fatalf("no use") })
		t.Logf("went on")
	})
	r.wantFailure(t, "no use")
	if strings.Contains(r.log.String(), "went on") {
		t.Error("the test went on after FailNow")
	}
}

func TestWithinReportsGoexit(t *testing.T) {
	r := record(t, func(t testing.TB) { Within(t, ample, runtime.Goexit) })
	r.wantFailure(t, "runtime.Goexit")
}

func TestWithinCarriesSkipNow(t *testing.T) {
	r := record(t, func(t testing.TB) {
		Within(t, ample, t.SkipNow)
		t.Errorf("went on")
	})
	if r.failed || !r.skipped {
		t.Errorf("failed %v, skipped %v, want a skipped test", r.failed, r.skipped)
	}
}
