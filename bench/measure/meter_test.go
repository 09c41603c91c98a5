package measure

import (
	"runtime"
	"testing"
	"time"
)

var sink []byte

func collections() uint32 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.NumGC
}

func TestTidyCollectsOnlyAfterAllocations(t *testing.T) {
	m := System()
	m.Tidy()
	before := collections()
	m.Tidy()
	if got := collections(); got != before {
		t.Errorf("%d collections with nothing allocated", got-before)
	}
	sink = make([]byte, 2*tidyBytes)
	before = collections()
	m.Tidy()
	if got := collections(); got == before {
		t.Error("no collection after more than tidyBytes were allocated")
	}
}

func TestProcessorTimeCountsWorkAndNotSleep(t *testing.T) {
	start, ok := processorTime()
	if !ok {
		t.Skip("this system does not say")
	}
	time.Sleep(200 * time.Millisecond)
	slept, _ := processorTime()
	for end := time.Now().Add(200 * time.Millisecond); time.Now().Before(end); {
		runtime.KeepAlive(end)
	}
	worked, _ := processorTime()
	if slept-start > 50*time.Millisecond {
		t.Errorf("%v of processor time while asleep", slept-start)
	}
	if worked-slept < 50*time.Millisecond {
		t.Errorf("%v of processor time in 200 ms of work", worked-slept)
	}
}
