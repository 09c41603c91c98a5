package testkit

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// A recorder is a test that may fail without failing the test that watches it.
type recorder struct {
	testing.TB
	failed, skipped bool
	log             strings.Builder
	cleanups        []func()
}

// record runs fn as a test, with its cleanups, and returns what became of it.
func record(t *testing.T, fn func(t testing.TB)) *recorder {
	r := &recorder{TB: t}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer r.cleanUp()
		fn(r)
	}()
	<-ended
	return r
}

func (r *recorder) cleanUp() {
	for i := len(r.cleanups) - 1; i >= 0; i-- {
		r.cleanups[i]()
	}
}

func (r *recorder) Helper()                   {}
func (r *recorder) Name() string              { return "TestRecorded" }
func (r *recorder) Failed() bool              { return r.failed }
func (r *recorder) Skipped() bool             { return r.skipped }
func (r *recorder) Cleanup(fn func())         { r.cleanups = append(r.cleanups, fn) }
func (r *recorder) Logf(f string, a ...any)   { fmt.Fprintf(&r.log, f+"\n", a...) }
func (r *recorder) FailNow()                  { r.failed = true; runtime.Goexit() }
func (r *recorder) SkipNow()                  { r.skipped = true; runtime.Goexit() }
func (r *recorder) Errorf(f string, a ...any) { r.failed = true; r.Logf(f, a...) }
func (r *recorder) Fatalf(f string, a ...any) { r.Logf(f, a...); r.FailNow() }

// wantFailure reports a recorded test that did not fail with the given words.
func (r *recorder) wantFailure(t *testing.T, words ...string) {
	t.Helper()
	if !r.failed {
		t.Errorf("the test passed, want failure")
	}
	for _, w := range words {
		if !strings.Contains(r.log.String(), w) {
			t.Errorf("no %q in the log:\n%s", w, r.log.String())
		}
	}
}
