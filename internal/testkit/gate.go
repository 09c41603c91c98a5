package testkit

import "sync"

// A Gate holds everybody back until it is opened, once and for all.
// Wait has no limit of its own: put Within around the test.
type Gate struct {
	once sync.Once
	open chan struct{}
}

// NewGate returns a closed gate.
func NewGate() *Gate { return &Gate{open: make(chan struct{})} }

// Open lets everybody pass, now and later. Opening an open gate does nothing.
func (g *Gate) Open() { g.once.Do(func() { close(g.open) }) }

// Wait returns when the gate is open.
func (g *Gate) Wait() { <-g.open }

// A Barrier lets its parties go on only together, round after round.
type Barrier struct {
	parties int

	mu      sync.Mutex
	arrived int
	round   *Gate
}

// NewBarrier returns a barrier for the given number of parties, at least one.
func NewBarrier(parties int) *Barrier {
	return &Barrier{parties: parties, round: NewGate()}
}

// Wait returns when all parties of this round have called it.
func (b *Barrier) Wait() {
	b.mu.Lock()
	round := b.round
	b.arrived++
	if b.arrived == b.parties {
		b.arrived, b.round = 0, NewGate()
		round.Open()
	}
	b.mu.Unlock()
	round.Wait()
}
