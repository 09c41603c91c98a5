package cli

const benchText = `usage: takt bench [tree] [hash] [flags]

tree sums a balanced binary tree in memory: a few nanoseconds of work per node.
hash computes the SHA-256 Merkle root of every file below a directory, reading
it from the page cache: microseconds to milliseconds per file. Without a name
both run, with defaults that take less than a minute.

A sample is 2^k calls, the fewest that take 20 ms, so that it is long beside the
clock; times are those of one call. In every round each variant gives one sample,
in a new order. Columns:

  median, min    wall time of one call
  spread         distance of the quartiles over the median
  ratio [lo, hi] time over sequential in the same round and memory layout: the
                 median of the rounds, and an interval that holds the true one
                 with 95 % probability (six rounds or more; with fewer, less)
  cpu/item       processor time of all threads per node or file

Each call checks its answer; a wrong one ends the run with exit code 1. So do
files that cannot be read, after the results, and a directory without a file;
wrong arguments are exit code 2, before anything is measured. goroutine starts one per fork (one per entry of a
directory), cutoff only down to a depth set by hand, errgroup has a limit of as
many as there are workers. These run with GOMAXPROCS set to the workers; takt
has a pool of that many.

`
