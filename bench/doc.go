// Package bench puts the kernels, takt and its rivals side by side: for each
// benchmark the variants it has, and one row of results for each that was
// measured.
//
// Sequential and takt run with the processors the program has; takt's workers
// are those of a pool made for the sample. A rival with so many workers runs
// with GOMAXPROCS set to that number, the only limit goroutines know.
package bench
