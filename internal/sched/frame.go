package sched

import "unsafe"

// A Frame is a recorded possibility: the head of a fork on the stack of the
// function that forked. Frames link from the youngest to the oldest, only
// through values that are passed down as arguments, so escape analysis sees
// every pointer and the runtime adjusts them all when the stack moves.
//
// Only the goroutine whose stack holds a Frame reads or writes it.
type Frame struct {
	Parent *Frame         // nil at a root and once promoted: everything older was promoted before
	Link   unsafe.Pointer // a Word until promoted, an *anchor from then on and at a root
}

// A Task is the right to run here: the newest fork above the holder.
//
// Its field and those of a Frame are exported for the generic fast path of the
// package above, which would not inline if it had to call for them.
type Task struct{ Top *Frame }

// A Kind knows the type of a fork: how to copy it to the heap, and how to run
// the copy. Its implementations are nil pointers, so that one word, the itab,
// is all a frame has to remember (the type's own address would need a table).
type Kind interface {
	// Promote makes a new job on the heap of what f can give away: the whole
	// fork, or a part of it, such as half of what a loop has left. All that a
	// thief will read must be in the copy. rest says that f can give more: it
	// stays in its chain, and keeps track of its jobs itself.
	Promote(f *Frame) (j *Job, rest bool)
	// Run calls the function of j with the task t and keeps its result in j.
	Run(t Task, j *Job)
}

// A Word is a Kind in one word: its itab.
type Word = unsafe.Pointer

// Iface is the memory of a non-empty interface value: its itab, then the data,
// which is nil for every Kind.
type Iface struct{ Tab, Data unsafe.Pointer }

// WordOf returns k in one word.
func WordOf(k Kind) Word { return (*Iface)(unsafe.Pointer(&k)).Tab }

func kindIn(w Word) Kind {
	i := Iface{Tab: w}
	return *(*Kind)(unsafe.Pointer(&i))
}

// An anchor ends a walk: it is what the link of a root and of a promoted frame
// points to. The runner is nil for tasks from outside.
type anchor struct{ runner *Runner }
