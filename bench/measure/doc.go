// Package measure times variants of one computation against each other on a
// machine that is not quiet.
//
// A sample is the time of a fixed number of calls, many enough to make it long
// beside the clock's step and what reading it costs (Options.Floor). Samples
// come in rounds: in each round every case gives one, in a new random order, so
// that a slow second of the machine hits all of them alike. Ratios are taken
// within a round, and the interval about their median is that of order
// statistics: it assumes nothing of how times are distributed.
//
// Every call checks its own answer. A wrong one ends the run.
package measure
