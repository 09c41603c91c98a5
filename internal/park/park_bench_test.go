package park_test

import (
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/takt-go/takt/internal/park"
)

func BenchmarkUnparkAndNapWithNobodyAsleep(b *testing.B) {
	var p park.Parker
	for b.Loop() {
		p.Unpark()
		p.Nap(0)
	}
}

// BenchmarkWake measures how long after a wake-up by a goroutine that stays busy the sleeper runs (p50 and p90), and
// what the wake-up costs its waker. The time per operation includes the pause in which the sleeper falls asleep.
func BenchmarkWake(b *testing.B) {
	b.Run("nap", func(b *testing.B) {
		p := new(park.Parker)
		wakeLatency(b, func() {
			for !p.Nap(time.Second) {
			}
		}, p.Unpark)
	})
	b.Run("park", func(b *testing.B) {
		p := new(park.Parker)
		wakeLatency(b, p.Park, p.Unpark)
	})
	b.Run("channel", func(b *testing.B) {
		c := make(chan struct{}, 1)
		wakeLatency(b, func() { <-c }, func() { c <- struct{}{} })
	})
	benchmarkRawFutex(b)
}

func wakeLatency(b *testing.B, sleep, wake func()) {
	var ran atomic.Int64
	var stop atomic.Bool
	start := time.Now()
	left := make(chan bool)
	go func() {
		for !stop.Load() {
			sleep()
			ran.Store(int64(time.Since(start)))
		}
		left <- true
	}()
	var latency, cost []int64
	for b.Loop() {
		busyFor(200 * time.Microsecond)
		ran.Store(0)
		t0 := int64(time.Since(start))
		wake()
		cost = append(cost, int64(time.Since(start))-t0)
		for ran.Load() == 0 {
		}
		latency = append(latency, ran.Load()-t0)
	}
	stop.Store(true)
	wake()
	<-left
	slices.Sort(latency)
	slices.Sort(cost)
	n := len(latency)
	b.ReportMetric(float64(latency[n/2]), "p50-ns")
	b.ReportMetric(float64(latency[n*9/10]), "p90-ns")
	b.ReportMetric(float64(cost[n/2]), "waker-ns")
}

func busyFor(d time.Duration) {
	for t := time.Now(); time.Since(t) < d; {
	}
}
