package bench

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/takt-go/takt"
	"github.com/takt-go/takt/bench/kernels/hash"
	"github.com/takt-go/takt/bench/rivals"
)

// Hash makes the Merkle root of the directory dir. Reading it is part of every
// call. The first call, of whichever variant, says what the root is and which
// entries could not be read; every later one must say the same.
//
// Failed may be asked after a call. A directory without any file is an input,
// too: see [HasFiles].
func Hash(dir string) (in *Input, failed func() []hash.Failure, err error) {
	if err := CheckDir(dir); err != nil {
		return nil, nil, err
	}
	h := &hashInput{dir: dir}
	in = &Input{Bench: "hash", variants: h.variants(), items: func() int { return h.want.Files }}
	return in, func() []hash.Failure { return h.want.Failed }, nil
}

// CheckDir says what keeps dir from being one that [Hash] can read.
func CheckDir(dir string) error {
	info, err := os.Stat(dir) // first, since opening a pipe would wait
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return fmt.Errorf("%s is not a directory", dir)
	}
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return f.Close()
}

// HasFiles reports whether there is a regular file below dir, or something
// unreadable, where one may be. It looks no further than that.
func HasFiles(dir string) bool {
	list, err := hash.ReadDir(dir)
	if err != nil {
		return true
	}
	return slices.ContainsFunc(list, func(e fs.DirEntry) bool {
		return e.Type().IsRegular() || e.IsDir() && HasFiles(filepath.Join(dir, e.Name()))
	})
}

type hashInput struct {
	dir   string
	known bool
	want  hash.Item
}

func (h *hashInput) variants() []variant {
	return []variant{
		{name: base, free: true, open: plain(func() error { return h.check(hash.Sequential(h.dir)) })},
		{name: "takt", open: onPool(func(task takt.Task) error {
			return h.check(takt.Call(task, hash.RootTakt, h.dir))
		})},
		{name: "goroutine", open: onGoroutines(func(workers int) error {
			return h.check(rivals.GoroutineHash(h.dir, workers))
		})},
		{name: "cutoff", open: onGoroutines(func(int) error {
			return h.check(rivals.CutoffHash(h.dir))
		})},
		{name: "errgroup", open: onGoroutines(func(workers int) error {
			return h.check(rivals.ErrgroupHash(h.dir, workers))
		})},
	}
}

func (h *hashInput) check(got hash.Item) error {
	if !h.known {
		h.known, h.want = true, got
		return nil
	}
	if got.Digest != h.want.Digest {
		return fmt.Errorf("wrong answer: the root of %s is %x, not %x, unless its files changed meanwhile", h.dir, h.want.Digest, got.Digest)
	}
	return nil
}
