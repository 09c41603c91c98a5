package sched

import (
	"errors"

	"github.com/takt-go/takt/internal/invariant"
)

// ownerChecked says that beats and joins of promoted forks, too, panic if their
// task belongs to another goroutine: in race and debug builds. Barriers always
// do, since a level pushed on another goroutine's runner would break it; beats of
// other builds leave the flag to somebody else.
const ownerChecked = invariant.Enabled || raceEnabled

// errStrayed is the misuse that cannot be found at compile time.
var errStrayed = errors.New("takt: a Task was used on a goroutine that it does not belong to: " +
	"a function must use the Task that it is given, and a function literal must not use the one around it")

// errJoinedTwice is the misuse that copies and stale variables lead to.
var errJoinedTwice = errors.New("takt: a fork was joined twice: Join or Taken may be called once for each Fork")

// whyJoined says why a join of j comes too late.
func (j *Job) whyJoined() error {
	if j.isDone() && j.failure != nil && j.failure.Value == error(errCancelled) {
		return errCancelled
	}
	return errJoinedTwice
}

// checkOwner panics if the running goroutine is not r's, in builds that check.
func (r *Runner) checkOwner() {
	if ownerChecked {
		r.mustOwn()
	}
}

// mustOwn panics if the running goroutine is not r's.
func (r *Runner) mustOwn() {
	if goroutine() != r.g {
		panic(errStrayed)
	}
}
