package sched

import (
	"context"
	"math"
	"sync"
	"sync/atomic"
)

// A Pool is a limit on how many runners run its bodies at once, with counters
// and a life. It owns no workers: those are the process's.
type Pool struct {
	name     string
	fixed    int32        // the limit asked for; 0: follow GOMAXPROCS; guarded by open.mu
	limit    atomic.Int32 // 1 once closed
	closed   atomic.Bool
	outside  Outside // what a task from outside without a context leads to
	counters counters

	_    [64]byte
	busy atomic.Int32 // slots in use; callers beyond the limit still run, so it may exceed it
	_    [124]byte
}

// open are the pools that want workers.
var open struct {
	mu    sync.Mutex
	pools atomic.Pointer[[]*Pool]
}

// NewPool opens a pool. Workers 0 follows GOMAXPROCS.
func NewPool(name string, workers int) *Pool {
	p := &Pool{name: name, fixed: int32(min(workers, math.MaxInt32))}
	p.outside.init(p, context.Background())
	followProcs()
	open.mu.Lock()
	if p.fixed > 0 {
		p.limit.Store(p.fixed)
	} else {
		p.limit.Store(procs.Load())
	}
	pools := append(append([]*Pool(nil), openPools()...), p)
	open.pools.Store(&pools)
	open.mu.Unlock()
	idle.resize()
	return p
}

func openPools() []*Pool {
	if p := open.pools.Load(); p != nil {
		return *p
	}
	return nil
}

// Resize changes the limit, 0 to follow GOMAXPROCS. Runners beyond a smaller one
// finish what they run. It reports false on a closed pool.
func (p *Pool) Resize(workers int) bool {
	open.mu.Lock()
	ok := !p.closed.Load()
	if ok {
		p.fixed = int32(workers)
		p.limit.Store(p.fixed)
		if workers == 0 {
			p.limit.Store(procs.Load())
		}
	}
	open.mu.Unlock()
	idle.resize()
	return ok
}

// Close takes the pool's help away: what runs goes on, with its callers alone,
// and what enters later runs serially. Closing again does nothing.
func (p *Pool) Close() {
	if p.closed.Swap(true) {
		return
	}
	open.mu.Lock()
	p.limit.Store(1)
	var pools []*Pool
	for _, q := range openPools() {
		if q != p {
			pools = append(pools, q)
		}
	}
	open.pools.Store(&pools)
	open.mu.Unlock()
	idle.resize()
}

// Name returns the pool's label.
func (p *Pool) Name() string { return p.name }

// Limit returns how many runners may run p's bodies at once.
func (p *Pool) Limit() int { return int(p.limit.Load()) }

// Closed reports whether Close was called.
func (p *Pool) Closed() bool { return p.closed.Load() }

// serial reports whether p runs everything on its callers.
func (p *Pool) serial() bool { return p.limit.Load() <= 1 }

// hasRoom reports whether another runner may run p's bodies.
func (p *Pool) hasRoom() bool { return p.busy.Load() < p.limit.Load() }

// acquire takes a slot, if one is free. [T1]
func (p *Pool) acquire() bool {
	for {
		n := p.busy.Load()
		if n >= p.limit.Load() {
			return false
		}
		if p.busy.CompareAndSwap(n, n+1) {
			return true
		}
	}
}

func (p *Pool) release() { p.busy.Add(-1) }
