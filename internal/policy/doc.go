// Package policy holds the scheduler's decisions as pure code: no clocks, no
// goroutines, no shared state. Times are nanoseconds on any monotonic scale.
package policy
