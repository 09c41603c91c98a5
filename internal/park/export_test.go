package park

import "testing"

type Step = step

const (
	StepLooked    = stepLooked
	StepAnnounced = stepAnnounced
	StepWoke      = stepWoke
	StepLeft      = stepLeft
)

// SetHook has f called at each step of every Parker until the test ends. Set it before the goroutines that wait start.
func SetHook(t testing.TB, f func(Step, *Parker)) {
	hook = f
	t.Cleanup(func() { hook = nil })
}

// Quiet reports whether p is as it must be between two waits: no token, nobody announced, no message left.
func Quiet(p *Parker) bool { return p.word.Load() == idle && len(p.ch) == 0 }

// Announced reports whether the owner of p is in a wait, or about to be.
func Announced(p *Parker) bool { return p.word.Load() >= napping }

// Prepare makes the channel early, so that Rescue may use it without an edge from the owner.
func Prepare(p *Parker) { p.makeChannel() }

// Rescue ends a wait that a planted bug left asleep, whatever its word says. It wants a prepared Parker.
func Rescue(p *Parker) {
	p.word.Swap(token)
	select {
	case p.ch <- struct{}{}: // for a park, and for a nap where naps use the channel
	default:
	}
	if Kind == "futex" {
		p.rouse()
	}
}
