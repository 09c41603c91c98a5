//go:build !linux || taktportable

package park

import "time"

// Kind names how Nap sleeps: "futex" or "channel".
const Kind = "channel"

// napTimer ends naps. It is made at the first one and used again for all others.
type napTimer struct{ *time.Timer }

func (n *napTimer) ready(p *Parker) {
	p.makeChannel()
	if n.Timer == nil {
		n.Timer = time.NewTimer(time.Hour) // doze sets the time that counts
	}
}

// doze is steps O3 and O4 of Nap.
func (p *Parker) doze(d time.Duration) bool {
	at(stepAnnounced, p)
	p.timer.Reset(d)
	select {
	case <-p.ch:
		p.timer.Stop()
		at(stepWoke, p)
		return p.take()
	case <-p.timer.C:
	}
	at(stepWoke, p)
	if !p.take() {
		return false
	}
	<-p.ch // its U1 found us napping, so a message is there or about to be: don't leave it to the next round
	return true
}

// rouse wakes the owner in doze.
func (p *Parker) rouse() { p.ch <- struct{}{} }
