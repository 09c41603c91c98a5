// Package park lets one goroutine wait for another: briefly and cheaply, or without bound.
//
// A [Parker] has two ways to wait because no single one is good at both. A nap is short and timed. On Linux it sleeps
// in a futex system call, since a goroutine that waits on a channel takes many times as long to run again after a busy
// goroutine woke it: it stands in its waker's own queue, where others look last. BenchmarkWake has 2.7 µs for a nap and
// 76 µs for a park (median; 2026-11-30, 2 cores of an Intel Xeon VM, Go 1.26.8).
//
// A park is unbounded and waits on a channel, so that a quiet program has neither a system call nor a timer pending and
// Go's deadlock detector sees what is blocked. Elsewhere, and under the build tag taktportable, a nap waits on the same
// channel and a timer.
//
// # Protocol
//
// One word holds the state: idle, token, napping or parked. Only the owner, the goroutine that waits, moves it to idle,
// napping and parked; only Unpark moves it to token. So a token, once there, stays until the owner takes it.
//
//	owner   O1 look      load the word; if it is token, go on with O4
//	        O2 announce  compare-and-swap idle to napping or parked; if it fails, go on with O4
//	        O3 sleep     nap: sleep in the kernel while the word is napping; park: receive from the channel
//	        O4 take      swap idle into the word; the token was there if the swap returns it
//	waker   U1 leave     swap token into the word
//	        U2 wake      if U1 found napping, wake the sleeper in the kernel; if it found parked, send to the channel
//
// # No wake-up is lost
//
// O2, O4 and U1 are atomic read-modify-write operations on one word, so they stand in one order. An Unpark
// that finds a token adds nothing to it, and needs not: the token it found is not yet taken, and O4 comes after both.
// Otherwise U1 falls into one of four places of the owner's round:
//
//  1. Before O2. O2 finds no idle word and fails: the owner doesn't sleep, and takes the token at O4.
//  2. After O2 and before the owner is asleep. Nap: the kernel compares the word and queues the sleeper under one lock,
//     the one that waking takes too. If the comparison comes after U1, the word is no longer napping and the call
//     returns at once; if it comes before, case 3. Park: the channel has room for the message of U2, which waits there.
//  3. While the owner is asleep. U1 found napping or parked, so U2 follows and finds the sleeper.
//  4. After the owner woke by itself (a nap that timed out) and before O4. O4 returns the token and the nap reports it.
//
// After O4 the token is left for the next round, which is case 1 there.
//
// Two things may come late, and are made harmless:
//
//   - U2 of cases 2 and 4 may reach the kernel in a later nap of the same owner. That nap looks at the word, finds it
//     still napping, and sleeps on for what is left of its time, as after a signal.
//   - Where naps use the channel, U2 of case 4 sends a message that nobody waits for. The owner, who learned from O4
//     that a token was there, receives the message before the nap returns; so each round begins with an empty channel.
//
// The channel never holds more than one message, so that U2 never blocks: per O2 only one U1 finds napping or parked,
// and the owner receives its message before the next O2.
//
// # Memory model
//
// Unpark happens before the Nap or Park that takes its token, and so do all others that found that token already there:
// O4 is a swap and not a store, so it observes the last U1 and through it all earlier ones. The owner makes the channel
// before O2, and U2 uses it only when U1 has observed that O2.
package park
