// Package takt runs fork/join on one set of workers. A fork costs about twenty
// instructions, so that functions which take nanoseconds may fork; and it is
// shared only when somebody idle asks.
//
// Which function?
//
//   - recursion down to nanoseconds: [Fork], with [Forked.Taken] or [Forked.Join]
//   - the same through interface methods, function values or closures: [Both]
//   - a fixed list of coarse jobs, of microseconds or more: [Do], [DoErr]
//   - one that grows, or of which only so many may run at once: [Group]
//   - errors and contexts, at the way in: [Run] with [With]; without: [Call]
//
// # Tasks
//
// A [Task] is the right to run here: one word, passed down as the first argument.
// A computation begins with [Call] or [Run], given the zero Task, which means the
// default pool, or one from [With] or [Pool.With]:
//
//	total := takt.Call(takt.Task{}, sum, root)
//
// The calling goroutine runs the computation itself; workers help if they are
// idle and if there is something to share.
//
// A Task belongs to the goroutine that was given it, and ends with the function
// that it was given to. Never use the Task of the function around a function
// literal: let the literal take its own. Never store one, and never pass one to
// another goroutine. Breaking this is as unsafe as a data race. On amd64, arm64
// and 386, a barrier (see below) that finds a Task on a goroutine it does not
// belong to panics, in all builds; the fast path (answered polls, and the joins of
// shared forks) looks only in builds with -race or the tag taktdebug.
//
// # Forks
//
// [Fork] records that a call may run elsewhere, [Task.Poll] lets somebody take
// the oldest of what was recorded, and the join settles it:
//
//	func sum(t takt.Task, n *Node) int {
//		if n == nil {
//			return 0
//		}
//		t.Poll()
//		right := takt.Fork(t, sum, n.Right)
//		left := sum(right.Task(), n.Left) // the fork's own task
//		return n.Value + left + right.Join(t)
//	}
//
// Nothing is shared at the fork itself. Somebody idle raises a flag; a running
// computation that polls and sees it gives its oldest fork away, which is most
// often the largest. So poll where you fork, and every few microseconds in long
// stretches without a fork, with the newest fork's task. A computation that does
// not poll after its forks keeps them all to itself. Polling only in functions
// that fork, and not in leaves, saves a fifth of what forks cost, or more.
//
// [Forked.Join] is the ordinary form. [Forked.Taken] is the fast one: if nobody
// took the fork, it leaves the call to you, and you call the function directly,
// where the compiler sees it and may inline it:
//
//	if v, ok := right.Taken(); ok {
//		return n.Value + left + v
//	}
//	return n.Value + left + sum(t, n.Right)
//
// Join every fork once, in the function that made it, the youngest first. A second
// join panics if the fork had been promoted, and else is not noticed.
//
// For more than two children, fork half of them:
//
//	func sizes(t takt.Task, dirs []*Dir) int {
//		switch len(dirs) {
//		case 0:
//			return 0
//		case 1:
//			return size(t, dirs[0])
//		}
//		t.Poll()
//		h := len(dirs) / 2
//		r := takt.Fork(t, sizes, dirs[h:])
//		return sizes(r.Task(), dirs[:h]) + r.Join(t)
//	}
//
// Do not collect forks in a slice: they move to the heap, and forks made from the
// same task hide each other, so that a poll finds only some of them.
//
// # If nothing is shared
//
// Look at what Default().Stats() says after the call (or the [Pool.Stats] of the
// pool that it entered). If Promoted is not 0, something was shared. Otherwise:
//
//   - Misses is 0, and Asks is not: nobody polls after the forks.
//   - Asks is 0: the work was over before anybody asked, or the pool has one worker,
//     or is closed.
//   - Misses is near Asks: polls are made and see no fork. Pass f.Task(), not t, to
//     what runs between the fork f and its join, and poll with that.
//   - All are 0, however long it took: a task from [With] was used directly.
//     Without Call, Run, Both, Do or a Group, that is serial.
//
// Asks and Misses are counted for the whole process, Promoted for the pool.
//
// # Function values
//
// A Task that is passed to a function value or an interface method would move
// the forks of all callers to the heap. Therefore whatever calls a function
// value for you ([Both], [Do], [Group.Go], [Forked.Join], and [Call] inside a
// computation) gives it a task with which a new chain of forks begins: a
// barrier. You see nothing of it but its cost, some nanoseconds, and need not
// avoid function values. Forks from above a barrier are shared from below it,
// too, on amd64, arm64 and 386; on other processors only when control is back.
//
// So that your own code stays fast, do not call function values and interface
// methods with a Task that has forks above it: use Both, or Call, for that.
//
// # Coarse work
//
// [Do], [DoErr] and [Group] are for functions that take microseconds or more.
// What they are given is offered at once, and somebody idle is woken for it, so
// nothing needs to poll. A Group grows while it runs: its functions may add
// more, and Go never blocks, whatever the limit. It is waited for once: Go panics
// after Wait has returned.
//
// # Contexts, closed pools and errors
//
// Nothing that has begun is stopped: bodies look at [Task.Err], and leave early.
//
//   - The context has ended: [Run] returns its cause and runs nothing, inside a
//     computation, too. Call, Both, Do, DoErr and Group run their functions.
//   - The pool is closed: Run from outside returns [ErrClosed] and runs nothing
//     (the cause, if the context has ended as well). The others run, serially, on
//     their caller; what runs already goes on, and Run inside it does.
//   - A function returns an error: it stops no other. DoErr and [Group.Wait] return
//     the error of the first function, in the order given or added, that failed.
//
// To stop the others of a group at the first error, give it a context of its own,
// and cancel that: see the example of Group. A body that left early has computed
// only a part. So end with the question whether any may have, as in a handler:
//
//	err := takt.Run(takt.With(r.Context()), func(t takt.Task) error {
//		total = sum(t, root)
//		return t.Err()
//	})
//
// # Waiting
//
// A join whose fork somebody else runs first helps with pieces of that very
// fork, and then sleeps. It runs nothing else meanwhile, so a lock held across a
// join does no harm. Nothing that a call started runs when the call returns.
//
// # Panics
//
// A join re-raises the panic that its fork ended with, with the original value,
// whether somebody took the fork or not. Where the panic leaves the computation,
// at a call from outside, it becomes a *[PanicError] with that value and the
// stack of the goroutine where it was raised. Before a panic passes Call, Both,
// Do or Wait, what nobody has begun of their work is cancelled, and what runs is
// waited for. [runtime.Goexit] goes the same way and ends the goroutine of the
// caller.
//
// A fork has no deferred function. If a panic passes between a fork and its
// join, deferred functions there may run while somebody still runs the fork: they
// must not free what it uses.
//
// # Memory model
//
// In the terms of the Go memory model: what happens before a function is given
// to takt happens before its call, and its return happens before the return of
// the join, of Both, Do or Wait, or of the Call at the root. Functions that may
// run at the same time are concurrent, also when they happen to run on one
// goroutine: they may not write what the other reads. The race detector sees
// less than that: what a caller wrote before its fork was shared counts as
// ordered before the fork's function, and forks that nobody took count as plain
// calls.
//
// # Costs
//
// On 2 cores of an Intel Xeon VM with Go 1.26.8: counts of 2026-11-30, times of
// 2026-12-01. Each with the command that measures it, in a clone:
//
//   - Fork, Poll and Taken, if nobody asks: 19 to 22 instructions over the plain call,
//     no allocation (go test -v -run ContractInstructions . with valgrind); 32 bytes
//     of stack for a one-word argument
//   - a node of a tree with a fork in each, with the work in the node: Join 14 ns,
//     Both 12 ns, no allocation (go test -run '^$' -bench 'Both/.*1$' .)
//   - Call from outside: 30 ns over the plain call
//     (go run ./cmd/takt bench tree -n 1 -workers 1 -variants sequential,takt), no
//     allocation. In test binaries it looks at the clock once more, to recognise
//     bubbles of testing/synctest: 70 ns (go test -run '^$' -bench EmptyCall .)
//   - a fork that is shared: one object on the heap, of 104 bytes beside argument
//     and result (go test -v -run ContractPromotionIsSmall .)
//   - Do: 140 ns for each of eight functions; Group: 350 ns for each, Wait included
//     (go test -run '^$' -bench 'Do|Group' ./bench); a few microseconds more if a
//     worker must be woken
//
// # Limits
//
// A body that blocks (on a channel, a file, a lock) keeps its place: no other
// worker is started for it. The number of workers is that of the largest pool,
// less one, whatever the number of pools. [Pool.String] gives its
// name and limit.
//
// Go ends programs whose stack exceeds 1 GB (250 MB on 32-bit systems). Forks
// make frames larger, so recursions of some million levels come near it.
//
// A worker that finds nothing to do naps for up to a millisecond at a time, and
// sleeps for good a second after the last computation. Who enters wakes one that
// naps only if what was shared lately ran for long enough to be worth it, so a
// computation of less than a few hundred microseconds may be over before anybody
// asks.
//
// What is entered from a bubble of testing/synctest runs serially, on its caller:
// workers stand outside of every bubble.
package takt
