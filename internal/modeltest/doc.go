// Package modeltest checks takt against models of it: random programs against an
// interpreter that knows nothing of concurrency, and the list of offers against
// what it means to give each offer to one taker. It is a module of its own, so
// that what it needs is no requirement of takt.
package modeltest
