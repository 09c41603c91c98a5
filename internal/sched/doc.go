// Package sched is the core: what runs forks, offers and barriers on one
// process-wide set of workers. It knows no types of arguments and results; the
// packages above bring those in through a Kind.
//
// The protocols stand in README.md, from asking to idling, with their steps named;
// comments cite the steps as [B1], [T2], ...
package sched
