// Package invariant holds the assertions of debug builds (build tag taktdebug).
//
// A check stands behind the constant, so that an ordinary build contains neither
// the check nor the computation of its arguments:
//
//	if invariant.Enabled {
//		invariant.Check(len(r.promoted) == 0, "a runner leaves with an empty list")
//	}
package invariant

// Broken is the value Check panics with. It is no error: a broken invariant is
// a mistake in takt or a misuse that left its memory in an unknown state, and
// nothing should go on as if it had been handled.
type Broken struct{ What string }

func (b Broken) String() string { return "takt: broken invariant: " + b.What }

// Check panics with Broken if cond is false. Name what must hold, not what
// went wrong. Calls belong behind Enabled; see the package comment.
func Check(cond bool, what string) {
	if !cond {
		panic(Broken{what})
	}
}
