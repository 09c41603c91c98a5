package rivals

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/takt-go/takt/bench/kernels/hash"
	"github.com/takt-go/takt/bench/kernels/tree"
)

var limits = []int{1, 2, 8}

func TestTreeRivalsGiveTheAnswer(t *testing.T) {
	for _, n := range []int{1, 2, 3, 6, 7, 100, 4097, 30_000} {
		root, want := tree.Build(n), tree.Answer(n)
		if got := GoroutineTree(root); got != want {
			t.Errorf("goroutine: the sum of 1..%d is %d, want %d", n, got, want)
		}
		for _, limit := range limits {
			if got := CutoffTree(root, limit); got != want {
				t.Errorf("cutoff, %d workers: the sum of 1..%d is %d, want %d", limit, n, got, want)
			}
			if got := ErrgroupTree(root, limit); got != want {
				t.Errorf("errgroup, limit %d: the sum of 1..%d is %d, want %d", limit, n, got, want)
			}
		}
	}
}

func TestHashRivalsGiveTheSequentialRoot(t *testing.T) {
	dir := t.TempDir()
	deepen(t, dir, 5)
	for _, dir := range []string{dir, "..", t.TempDir(), filepath.Join(dir, "missing")} {
		want := hash.Sequential(dir)
		check := func(name string, got hash.Item) {
			t.Helper()
			if got.Digest != want.Digest || got.Files != want.Files || len(got.Failed) != len(want.Failed) {
				t.Errorf("%s of %s: %+v, want %+v", name, dir, got, want)
			}
		}
		check("cutoff", CutoffHash(dir))
		for _, limit := range limits {
			check("goroutine", GoroutineHash(dir, limit))
			check("errgroup", ErrgroupHash(dir, limit))
		}
	}
}

// Nested directories with a limit of one are where a group that waits for a
// free place would wait for ever.
func TestErrgroupWithALimitOfOneEnds(t *testing.T) {
	dir := t.TempDir()
	deepen(t, dir, 8)
	done := make(chan hash.Item)
	go func() { done <- ErrgroupHash(dir, 1) }()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		t.Fatal("still waiting after 20 s")
	}
}

func deepen(t *testing.T, dir string, depth int) {
	t.Helper()
	for i := range depth {
		path := filepath.Join(dir, "f"+strconv.Itoa(i))
		if err := os.WriteFile(path, []byte(path[len(path)-1:]), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for i := range min(depth, 2) {
		sub := filepath.Join(dir, "d"+strconv.Itoa(i))
		if err := os.Mkdir(sub, 0o777); err != nil {
			t.Fatal(err)
		}
		deepen(t, sub, depth-1)
	}
}
