package takt_test

import (
	"fmt"

	"github.com/takt-go/takt"
)

// A Dir is a directory: the size of its own files, and what lies in it.
type Dir struct {
	Size int
	Dirs []*Dir
}

// sizeOf adds up a directory and all below it.
func sizeOf(t takt.Task, d *Dir) int { return d.Size + sizesOf(t, d.Dirs) }

// sizesOf adds up any number of directories. One fork gives away half of them.
func sizesOf(t takt.Task, dirs []*Dir) int {
	switch len(dirs) {
	case 0:
		return 0
	case 1:
		return sizeOf(t, dirs[0])
	}
	t.Poll()
	h := len(dirs) / 2
	r := takt.Fork(t, sizesOf, dirs[h:])
	return sizesOf(r.Task(), dirs[:h]) + r.Join(t)
}

// For any number of children, fork half of them, and let both halves do the
// same: each function has one fork, in a variable of its own.
func ExampleFork_children() {
	root := &Dir{1, []*Dir{{2, nil}, {3, []*Dir{{4, nil}, {5, nil}}}, {6, nil}}}
	fmt.Println(takt.Call(takt.Task{}, sizeOf, root))
	// Output: 21
}
