// Package hash is the SHA-256 Merkle root of a directory: real input, with
// leaves from microseconds to milliseconds, system calls and garbage.
//
// Reading directories and files is part of it. Every variant calls the same
// ReadDir, Leaf and Combine; they differ in who computes which entry.
//
// A regular file is one leaf, however large. A symbolic link is a leaf made of
// the text of its target and is never followed. Anything else (a device, a
// socket) is a leaf made of its kind and is never opened. What cannot be read
// is a leaf of its own kind and stands in Item.Failed.
package hash

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// Digest is a SHA-256 sum.
type Digest = [sha256.Size]byte

// The first byte of everything hashed tells its kind, so that no file can be
// forged to have the digest of a directory.
const (
	kindFile   = 'f'
	kindDir    = 'd'
	kindLink   = 'l'
	kindOther  = 'o'
	kindFailed = 'x'
)

// An Item is what is known of one entry and of all below it.
type Item struct {
	kind   byte
	Digest Digest
	Files  int   // regular files that were read
	Bytes  int64 // their content
	Failed []Failure
}

// A Failure names what could not be read.
type Failure struct {
	Path string
	Err  error
}

func (f Failure) Error() string { return f.Path + ": " + f.Err.Error() }

// Unwrap gives the error of the file system.
func (f Failure) Unwrap() error { return f.Err }

// Sequential is the sequential version, the base of every ratio. It returns the
// root of the directory dir.
func Sequential(dir string) Item {
	list, err := ReadDir(dir)
	if err != nil {
		return Unreadable(dir, err)
	}
	items := make([]Item, len(list))
	for i, e := range list {
		if e.IsDir() {
			items[i] = Sequential(filepath.Join(dir, e.Name()))
		} else {
			items[i] = Leaf(dir, e)
		}
	}
	return Combine(list, items)
}

// ReadDir lists the entries of a directory, sorted by name.
func ReadDir(dir string) ([]fs.DirEntry, error) { return os.ReadDir(dir) }

// Unreadable is the item of an entry that could not be read.
func Unreadable(path string, err error) Item {
	return Item{
		kind:   kindFailed,
		Digest: sha256.Sum256([]byte{kindFailed}),
		Failed: []Failure{{Path: path, Err: err}},
	}
}

// Combine makes the item of a directory from those of its entries: list and
// items run in parallel.
func Combine(list []fs.DirEntry, items []Item) Item {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	s.start(kindDir)
	dir := Item{kind: kindDir}
	for i, e := range list {
		s.entry(e.Name(), &items[i])
		dir.Files += items[i].Files
		dir.Bytes += items[i].Bytes
		dir.Failed = append(dir.Failed, items[i].Failed...)
	}
	dir.Digest = s.sum()
	return dir
}

// Leaf makes the item of an entry of dir that is not a directory.
func Leaf(dir string, e fs.DirEntry) Item {
	path := filepath.Join(dir, e.Name())
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	var it Item
	var err error
	switch e.Type() {
	case 0:
		it, err = s.file(path)
	case fs.ModeSymlink:
		it, err = s.link(path)
	default:
		it = s.other(e.Type())
	}
	if err != nil {
		return Unreadable(path, err)
	}
	return it
}

// A scratch holds what hashing one item needs, used again so that garbage does
// not drown what is measured.
type scratch struct {
	hash hash.Hash
	buf  [64 << 10]byte
}

var scratches = sync.Pool{New: func() any { return &scratch{hash: sha256.New()} }}

func (s *scratch) start(kind byte) {
	s.hash.Reset()
	s.buf[0] = kind
	s.hash.Write(s.buf[:1])
}

func (s *scratch) sum() Digest {
	return Digest(s.hash.Sum(s.buf[:0]))
}

// entry writes one entry of a directory. The length before the name keeps two
// entries from being read as another two.
func (s *scratch) entry(name string, it *Item) {
	b := append(s.buf[:0], it.kind)
	b = binary.BigEndian.AppendUint64(b, uint64(len(name)))
	b = append(b, name...)
	b = append(b, it.Digest[:]...)
	s.hash.Write(b)
}

func (s *scratch) file(path string) (Item, error) {
	f, err := os.Open(path)
	if err != nil {
		return Item{}, err
	}
	defer f.Close()
	s.start(kindFile)
	it := Item{kind: kindFile, Files: 1}
	for {
		n, err := f.Read(s.buf[:])
		s.hash.Write(s.buf[:n])
		it.Bytes += int64(n)
		if err == io.EOF {
			it.Digest = s.sum()
			return it, nil
		}
		if err != nil {
			return Item{}, err
		}
	}
}

func (s *scratch) link(path string) (Item, error) {
	target, err := os.Readlink(path)
	if err != nil {
		return Item{}, err
	}
	s.start(kindLink)
	s.hash.Write([]byte(target))
	return Item{kind: kindLink, Digest: s.sum()}, nil
}

func (s *scratch) other(mode fs.FileMode) Item {
	s.start(kindOther)
	s.hash.Write(binary.BigEndian.AppendUint32(s.buf[:0], uint32(mode)))
	return Item{kind: kindOther, Digest: s.sum()}
}
