//go:build !race

package takt_test

const raceEnabled = false
