package testkit

import (
	"runtime"
	"strings"
)

// A goroutine is one block of a stack dump.
type goroutine struct {
	id    string // "17"
	stack string
}

// goroutines returns every goroutine but the calling one.
func goroutines() []goroutine {
	var all []goroutine
	for block := range strings.SplitSeq(allStacks(), "\n\n") {
		if rest, ok := strings.CutPrefix(block, "goroutine "); ok {
			id, _, _ := strings.Cut(rest, " ")
			all = append(all, goroutine{id, block})
		}
	}
	return all[1:] // the dump begins with the caller
}

func allStacks() string {
	buf := make([]byte, 1<<16)
	for {
		n := runtime.Stack(buf, true)
		if n < len(buf) {
			return string(buf[:n])
		}
		buf = make([]byte, 2*len(buf))
	}
}
