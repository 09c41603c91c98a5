package testkit

import (
	"testing"
	"time"
)

func TestGateHoldsUntilOpened(t *testing.T) {
	gate := NewGate()
	passed := make(chan struct{})
	go func() {
		gate.Wait()
		close(passed)
	}()
	select {
	case <-passed:
		t.Error("passed a closed gate")
	case <-time.After(20 * time.Millisecond):
	}
	gate.Open()
	gate.Open()
	Within(t, ample, func() { <-passed; gate.Wait() })
}
