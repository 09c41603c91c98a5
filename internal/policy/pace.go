package policy

// The pace of asking. A raised flag stands until it is answered or withdrawn: to
// raise it for a short window at a time starves coarse work (see decision 1 in
// docs/decisions). Only the time from an answer to the next raise is limited.
const (
	// PaceMin is the shortest time between an answer and the next raise.
	PaceMin = 20_000
	// PaceMax is the longest.
	PaceMax = 1_000_000
	// Worthwhile is how long a taken job must run to have been worth it: some
	// five times what promoting, waking and joining cost.
	Worthwhile = 20_000
	// reset times Worthwhile is a run that sets the pace back to PaceMin.
	reset = 5
	// WalkShare bounds what walks over long chains may cost: one part in so
	// many of the time.
	WalkShare = 32
)

// Pace says when an idle runner may raise the flag. The zero Pace allows it at
// once.
type Pace struct {
	interval  int64
	notBefore int64
}

// Wait returns how long from now the flag must stay down; 0 means that it may be
// raised.
func (p *Pace) Wait(now int64) int64 { return max(0, p.notBefore-now) }

// Answered notes that the flag was answered at time now, after a walk that took
// walked nanoseconds (0 if it was short).
func (p *Pace) Answered(now, walked int64) {
	p.notBefore = now + max(p.interval, PaceMin, walked*WalkShare)
}

// Ran notes how long something taken ran. Short runs double the interval up to
// PaceMax, longer ones halve it down to PaceMin. The last pieces of a
// computation are always short, so a really long run makes up for all of them.
func (p *Pace) Ran(d int64) {
	switch {
	case d < Worthwhile:
		p.slower()
	case d < reset*Worthwhile:
		p.interval = max(p.interval/2, PaceMin)
	default:
		p.interval = PaceMin
	}
}

// Missed notes that at time now the flag was withdrawn because only runners
// with nothing to give had seen it.
func (p *Pace) Missed(now int64) {
	p.slower()
	p.notBefore = now + p.interval
}

func (p *Pace) slower() { p.interval = min(max(2*p.interval, PaceMin), PaceMax) }
