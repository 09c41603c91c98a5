package sched

import "sync/atomic"

// counters are a pool's statistics. All of them count events off the fast path.
type counters struct {
	_         [64]byte
	promoted  atomic.Int64
	takenBack atomic.Int64
	stolen    atomic.Int64
	helped    atomic.Int64
	asks      atomic.Int64
	misses    atomic.Int64
	naps      atomic.Int64
	wakes     atomic.Int64
	futile    atomic.Int64
	_         [64]byte
}

// Stats is a snapshot of a pool's counters.
type Stats struct {
	Promoted, TakenBack, Stolen, Helped, Asks, Misses, Naps, Wakes, FutileWakes int64
}

// Stats reads the counters. Each is exact when nothing runs. Idle workers
// belong to no pool, so what they do counts for all.
func (p *Pool) Stats() Stats {
	c, w := &p.counters, &nobody.counters
	return Stats{
		Promoted:    c.promoted.Load(),
		TakenBack:   c.takenBack.Load(),
		Stolen:      c.stolen.Load(),
		Helped:      c.helped.Load(),
		Asks:        c.asks.Load() + w.asks.Load(),
		Misses:      c.misses.Load() + w.misses.Load(),
		Naps:        c.naps.Load() + w.naps.Load(),
		Wakes:       w.wakes.Load(),
		FutileWakes: w.futile.Load(),
	}
}
