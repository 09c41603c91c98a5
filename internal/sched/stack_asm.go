//go:build amd64 || 386 || arm64

package sched

// The bounds of a goroutine's stack are the first words of the runtime's g,
// where the compiler's own prologues look for them. They are read in assembly
// so that an address on the stack is a number for no instruction of Go code:
// the stack could move before it is a pointer again.

// stackInReach says that frames above a barrier can be found.
const stackInReach = true

// goroutine returns what tells the running goroutine from others that live.
func goroutine() uintptr

// distance returns how far f is from the end of the stack, or 0 if f does not
// lie on this goroutine's stack. Moving the stack preserves it.
//
//go:noescape
func distance(f *Frame) uintptr

// frameAt is the inverse of distance, on the same goroutine.
func frameAt(d uintptr) *Frame
