// Package rivals holds what one would write without takt, one file per way,
// each as good as that way allows. All of them compute what package tree and
// package hash compute, on the same nodes and with the same leaves.
//
// Goroutines know no limit but GOMAXPROCS: who runs a rival with a number of
// workers sets it for as long.
package rivals
