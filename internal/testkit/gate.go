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
