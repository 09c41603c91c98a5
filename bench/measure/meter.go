package measure

import (
	"runtime"
	"runtime/metrics"
	"time"
)

// A Meter reads what a sample is made of. Tests bring one of their own.
type Meter struct {
	Wall func() time.Duration         // since some fixed moment, never going back
	CPU  func() (time.Duration, bool) // of all threads of the process; false where the system does not say
	Tidy func()                       // before each sample
}

// System is the meter of this process.
func System() Meter {
	start := time.Now()
	t := tidier{sample: []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}}
	return Meter{
		Wall: func() time.Duration { return time.Since(start) },
		CPU:  processorTime,
		Tidy: t.tidy,
	}
}

// tidyBytes is small beside any heap that makes a collection cost something.
const tidyBytes = 4 << 20

type tidier struct {
	sample []metrics.Sample
	last   uint64
}

// tidy collects the garbage of the samples before, lest the next one pay for
// it. It leaves alone what allocates nothing: marking a tree of gigabytes would
// take longer than its sample.
func (t *tidier) tidy() {
	metrics.Read(t.sample)
	if now := t.sample[0].Value.Uint64(); now-t.last > tidyBytes {
		runtime.GC()
		t.last = now
	}
}

func (m Meter) time(call func() error, times int) (Sample, bool, error) {
	cpu, hasCPU := m.CPU()
	wall := m.Wall()
	err := repeat(call, times)
	s := Sample{Wall: m.Wall() - wall}
	if hasCPU {
		end, _ := m.CPU()
		s.CPU = end - cpu
	}
	return s, hasCPU, err
}
