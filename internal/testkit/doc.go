// Package testkit holds what the tests of every package share: worlds to run in,
// a leak check, a watchdog, gates, and seeds that can be run again.
// Only tests import it.
package testkit
