package sched

// trail is what a walk from the newest frame to the first promoted one found.
type trail struct {
	batch *Frame // the youngest of the oldest frames that one beat gives away; nil if none is left
	began int64  // when, if the walk was long; else 0
}

const (
	// framesPerOffer makes a long walk give away more than one fork: one more
	// for each so many frames, so that deep chains are walked rarely.
	framesPerOffer = 256
	// longWalk is the number of frames from which a walk is worth two looks at
	// the clock, to tell the asker how long to leave this chain alone.
	longWalk = 512
)

// walk goes from t to the first frame that is promoted or a root. The batch
// trails behind: a second walk would cost as much as the first on a chain that
// exceeds the caches.
func walk(t Task) trail {
	f, batch := t.Top, t.Top
	var n, lag uint
	var start int64
	for f.Parent != nil {
		f = f.Parent
		n++
		if lag <= n/framesPerOffer {
			lag++
		} else {
			batch = batch.Parent
		}
		if n == longWalk {
			start = now()
		}
	}
	switch {
	case n == 0:
		return trail{}
	case n < longWalk:
		return trail{batch: batch}
	}
	return trail{batch, start}
}
