package park

import (
	"sync/atomic"
	"time"
)

// The states of a Parker's word.
const (
	idle    uint32 = iota // nobody waits, no token
	token                 // an Unpark nobody has taken yet
	napping               // the owner is in Nap, or about to be
	parked                // the owner is in Park, or about to be
)

// A Parker lets one goroutine wait until another wakes it. It holds at most one wake-up, the token: an Unpark that
// comes first makes the next Nap or Park return at once, and several of them count as one.
//
// Only one goroutine waits on a Parker at a time, its owner; Nap and Park panic when they notice a second. Any
// goroutine may call Unpark, the owner included. The zero Parker is ready to use and must not be copied.
//
// A call of Unpark happens before the return of the Nap or Park that takes its token.
type Parker struct {
	word  atomic.Uint32
	timer napTimer
	ch    chan struct{} // made by the owner before it first announces a wait that ends here
}

// Unpark leaves a token, and wakes the owner if it sleeps. It never blocks and never allocates. With nobody asleep it
// costs one atomic operation; waking a napping owner costs a system call on Linux.
func (p *Parker) Unpark() {
	// A look and a store instead of the swap would lose wake-ups: the owner may announce itself between the two. And to
	// return after a look that finds a token would lose the edge that the memory model promises.
	if s := p.word.Swap(token); s >= napping { // U1
		p.wake(s)
	}
}

// wake is step U2; s is what U1 found.
func (p *Parker) wake(s uint32) {
	at(stepLeft, p)
	if s == napping {
		p.rouse()
		return
	}
	p.ch <- struct{}{}
}

// Nap waits for a token, for about d at most, and reports whether it took one. With d <= 0 it takes a token if there is
// one and does not wait. Nap is for short waits that are likely to be cut short: on Linux it occupies a thread,
// elsewhere a timer. It allocates nothing on Linux, and elsewhere only at the first wait.
func (p *Parker) Nap(d time.Duration) bool {
	if p.word.Load() == token { // O1
		return p.take()
	}
	if d <= 0 {
		return false
	}
	at(stepLooked, p)
	p.timer.ready(p)
	if !p.announce(napping) {
		return p.take()
	}
	return p.doze(d)
}

// Park waits for a token without bound and takes it. It blocks on a channel and leaves no timer or system call pending.
// It allocates that channel once per Parker.
func (p *Parker) Park() {
	if p.word.Load() == token { // O1
		p.take()
		return
	}
	at(stepLooked, p)
	p.makeChannel()
	if p.announce(parked) {
		p.rest()
		return
	}
	p.take()
}

// rest is steps O3 and O4 of Park.
func (p *Parker) rest() {
	at(stepAnnounced, p)
	<-p.ch
	at(stepWoke, p)
	p.take()
}

// announce is step O2. It reports false if a token came first.
func (p *Parker) announce(s uint32) bool {
	if p.word.CompareAndSwap(idle, s) {
		return true
	}
	// The word was not idle, and nobody but the owner takes a token away.
	if p.word.Load() != token {
		panic("park: two goroutines wait on one Parker")
	}
	return false
}

// take is step O4.
func (p *Parker) take() bool { return p.word.Swap(idle) == token }

func (p *Parker) makeChannel() {
	if p.ch == nil {
		p.ch = make(chan struct{}, 1)
	}
}

// A step is a place between two operations of the protocol where tests interfere.
type step int

const (
	stepLooked    step = iota // owner, between O1 and O2
	stepAnnounced             // owner, between O2 and O3
	stepWoke                  // owner, between O3 and O4
	stepLeft                  // waker, between U1 and U2
)

// hook is nil except in tests. All its places are on the way to sleep or from it, where a nil check is nothing.
var hook func(step, *Parker)

func at(s step, p *Parker) {
	if hook != nil {
		hook(s, p)
	}
}
