package measure

import (
	"math/rand/v2"
	"time"
)

// Options say how long to measure.
type Options struct {
	Rounds int           // at least 1
	Floor  time.Duration // a sample takes at least about this long

	// Budget, if it is not 0, is how long all rounds together may take by the
	// times of the warm-up. Fewer rounds than Rounds may be the result, never
	// fewer than MinRounds.
	Budget time.Duration

	Seed     uint64         // of the order within the rounds
	Progress func(Progress) // before each sample; may be nil
}

// MinRounds is what a budget leaves: the fewest rounds for which an interval
// about a median reaches 95 %.
const MinRounds = 6

// DefaultFloor is 100 000 steps of a clock of 200 ns. What reading the clocks
// costs, some microseconds, is below one part in a thousand.
const DefaultFloor = 20 * time.Millisecond

// Progress says what comes next.
type Progress struct {
	Case          Case
	Round, Rounds int           // Round is 0 in the warm-up and Rounds unknown
	Left          time.Duration // estimated; 0 in the warm-up
}

// Run measures all cases and returns their series in the same order. An error
// names the case that failed to open, gave a wrong answer or failed to close.
func Run(m Meter, cases []Case, o Options) ([]Series, error) {
	r := run{meter: m, cases: cases, Options: o, series: make([]Series, len(cases)), took: make([]time.Duration, len(cases))}
	if r.Progress == nil {
		r.Progress = func(Progress) {}
	}
	for i := range cases {
		if err := r.warmUp(i); err != nil {
			return nil, err
		}
	}
	r.fitBudget()
	rng := rand.New(rand.NewPCG(o.Seed, 0))
	for round := 1; round <= r.Rounds; round++ {
		order := rng.Perm(len(cases))
		for k, i := range order {
			r.Progress(Progress{Case: cases[i], Round: round, Rounds: r.Rounds, Left: r.left(round, order[k:])})
			if err := r.sample(i); err != nil {
				return nil, err
			}
		}
	}
	return r.series, nil
}

type run struct {
	Options
	meter  Meter
	cases  []Case
	series []Series
	took   []time.Duration // one sample of each, as the warm-up saw it
}

// warmUp finds how many calls make a sample: the lowest power of two that lasts
// for Floor twice in a row. Once would not do: a single hiccup of the machine
// would leave a case with samples of a few microseconds.
func (r *run) warmUp(i int) error {
	r.Progress(Progress{Case: r.cases[i]})
	return r.cases[i].during(func(call func() error) error {
		var before time.Duration // the same calls, if they reached Floor
		for calls := 1; ; {
			s, _, err := r.meter.time(call, calls)
			if err != nil {
				return err
			}
			if s.Wall < r.Floor {
				calls, before = 2*calls, 0
				continue
			}
			if before > 0 {
				r.series[i].Calls, r.took[i] = calls, min(before, s.Wall)
				return nil
			}
			before = s.Wall
		}
	})
}

func (r *run) sample(i int) error {
	s := &r.series[i]
	return r.cases[i].during(func(call func() error) error {
		r.meter.Tidy()
		// Workers that a pool has just started, or a stack that has yet to
		// grow, belong to a short call as little as loading the program does.
		if s.Calls > 1 {
			if err := call(); err != nil {
				return err
			}
		}
		got, hasCPU, err := r.meter.time(call, s.Calls)
		s.Samples = append(s.Samples, got)
		s.HasCPU = hasCPU
		return err
	})
}

func (r *run) fitBudget() {
	if r.Budget == 0 {
		return
	}
	if round := r.roundTime(); round > 0 {
		r.Rounds = min(r.Rounds, max(MinRounds, int(r.Budget/round)))
	}
}

func (r *run) roundTime() (sum time.Duration) {
	for _, d := range r.took {
		sum += d
	}
	return sum
}

func (r *run) left(round int, rest []int) time.Duration {
	sum := r.roundTime() * time.Duration(r.Rounds-round)
	for _, i := range rest {
		sum += r.took[i]
	}
	return sum
}
