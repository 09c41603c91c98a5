package hash

import (
	"io/fs"
	"path/filepath"

	"github.com/takt-go/takt"
)

// RootTakt returns the root of the directory dir; its entries are shared out by
// halves.
func RootTakt(t takt.Task, dir string) Item {
	list, err := ReadDir(dir)
	if err != nil {
		return Unreadable(dir, err)
	}
	items := make([]Item, len(list))
	if len(list) > 0 {
		fillTakt(t, span{dir, list, items})
	}
	return Combine(list, items)
}

// A span is a part of a directory, never empty: the entries and where their
// items go.
type span struct {
	dir   string
	list  []fs.DirEntry
	items []Item
}

func (s span) halves() (left, right span) {
	mid := len(s.list) / 2
	return span{s.dir, s.list[:mid], s.items[:mid]}, span{s.dir, s.list[mid:], s.items[mid:]}
}

func fillTakt(t takt.Task, s span) struct{} {
	if len(s.list) == 1 {
		if e := s.list[0]; e.IsDir() {
			s.items[0] = RootTakt(t, filepath.Join(s.dir, e.Name()))
		} else {
			s.items[0] = Leaf(s.dir, e)
		}
		return struct{}{}
	}
	left, right := s.halves()
	t.Poll()
	fork := takt.Fork(t, fillTakt, right)
	fillTakt(fork.Task(), left)
	if _, ok := fork.Taken(); !ok {
		fillTakt(t, right)
	}
	return struct{}{}
}
