package measure

import (
	"fmt"
	"time"
)

// A Case is one variant with one number of workers.
type Case struct {
	Variant string
	Workers int

	// Open makes ready what a sample needs. It is not timed.
	Open func() (Session, error)
}

// A Session is an open case. Call computes once and says whether the answer is
// right; Close gives back what Open took.
type Session struct {
	Call  func() error
	Close func() error
}

func (c Case) String() string {
	return fmt.Sprintf("%s with %d %s", c.Variant, c.Workers, plural(c.Workers, "worker"))
}

func plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}

// A Sample is the time of the calls between one reading of the clocks and the
// next.
type Sample struct {
	Wall time.Duration
	CPU  time.Duration // of all threads of the process; 0 where HasCPU is false
}

// A Series is all samples of a case, one per round, each of Calls calls.
type Series struct {
	Calls   int
	Samples []Sample
	HasCPU  bool
}

// during opens the case for as long as use runs.
func (c Case) during(use func(call func() error) error) (err error) {
	s, err := c.Open()
	if err != nil {
		return fmt.Errorf("%s: %w", c, err)
	}
	defer func() {
		if e := s.Close(); e != nil && err == nil {
			err = fmt.Errorf("%s: %w", c, e)
		}
	}()
	if err := use(s.Call); err != nil {
		return fmt.Errorf("%s: %w", c, err)
	}
	return nil
}

func repeat(call func() error, times int) error {
	for range times {
		if err := call(); err != nil {
			return err
		}
	}
	return nil
}

// Loop runs a case exactly the given number of times, with no warm-up and
// without reading a clock: for tools that count instructions.
func Loop(c Case, times int) error {
	return c.during(func(call func() error) error { return repeat(call, times) })
}
