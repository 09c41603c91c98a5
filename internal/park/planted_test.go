package park

import (
	"math/rand/v2"
	"runtime"
	"time"
)

// The types below are Parkers with one planted bug each. The tests must catch every one.

// LookFirst has an Unpark that looks at the word before it stores: an owner that announces itself between the two
// goes to sleep on a token.
type LookFirst struct{ Parker }

func (p *LookFirst) Unpark() {
	s := p.word.Load()
	dawdle()
	p.word.Store(token)
	if s >= napping {
		p.wake(s)
	}
}

// Blind has a Nap and a Park that announce themselves with a store: a token that came after their look is overwritten.
type Blind struct{ Parker }

func (p *Blind) Nap(d time.Duration) bool {
	if p.word.Load() == token {
		return p.take()
	}
	at(stepLooked, &p.Parker)
	dawdle()
	p.timer.ready(&p.Parker)
	p.word.Store(napping)
	return p.doze(d)
}

func (p *Blind) Park() {
	if p.word.Load() == token {
		p.take()
		return
	}
	at(stepLooked, &p.Parker)
	dawdle()
	p.makeChannel()
	p.word.Store(parked)
	p.rest()
}

// Mute has an Unpark that leaves its token and wakes nobody.
type Mute struct{ Parker }

func (p *Mute) Unpark() { p.word.Store(token) }

// dawdle makes the window of a planted bug wide now and then.
func dawdle() {
	if rand.IntN(4) == 0 {
		runtime.Gosched()
	}
	for t := time.Now(); rand.IntN(8) != 0 && time.Since(t) < time.Microsecond; {
	}
}
