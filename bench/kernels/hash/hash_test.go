package hash

import (
	"context"
	"crypto/sha256"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/takt-go/takt"
)

// fixture makes a directory with what is hard: an empty directory, an empty
// file, a file larger than the buffer, a link to a directory above itself.
func fixture(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	files := map[string]string{
		"a.txt":         "alpha",
		"b/c.txt":       "gamma",
		"b/deep/er/d":   "delta",
		"empty":         "",
		"z/large":       strings.Repeat("0123456789", 20_000),
		"z/name\nbreak": "newline",
	}
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		must(t, os.MkdirAll(filepath.Dir(path), 0o777))
		must(t, os.WriteFile(path, []byte(content), 0o666))
	}
	must(t, os.Mkdir(filepath.Join(dir, "hollow"), 0o777))
	must(t, os.Symlink("..", filepath.Join(dir, "b", "up")))
	return dir
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// reference says the format a second time, without buffers or reuse.
func reference(t *testing.T, path string) (byte, Digest) {
	t.Helper()
	info, err := os.Lstat(path)
	must(t, err)
	switch {
	case info.IsDir():
		text := []byte("d")
		list, err := os.ReadDir(path)
		must(t, err)
		for _, e := range list {
			kind, digest := reference(t, filepath.Join(path, e.Name()))
			text = append(text, kind, 0, 0, 0, 0, 0, 0, 0, byte(len(e.Name())))
			text = append(text, e.Name()...)
			text = append(text, digest[:]...)
		}
		return 'd', sha256.Sum256(text)
	case info.Mode()&fs.ModeSymlink != 0:
		target, err := os.Readlink(path)
		must(t, err)
		return 'l', sha256.Sum256([]byte("l" + target))
	default:
		content, err := os.ReadFile(path)
		must(t, err)
		return 'f', sha256.Sum256(append([]byte("f"), content...))
	}
}

func TestSequentialRootFollowsTheFormat(t *testing.T) {
	dir := fixture(t)
	_, want := reference(t, dir)
	got := Sequential(dir)
	if got.Digest != want {
		t.Errorf("root %x, want %x", got.Digest, want)
	}
	if got.Files != 6 || got.Bytes != 200_022 || len(got.Failed) != 0 {
		t.Errorf("%d files, %d bytes, %v failed; want 6, 200022, none", got.Files, got.Bytes, got.Failed)
	}
}

func TestTaktRootEqualsTheSequentialRoot(t *testing.T) {
	dirs := []string{fixture(t), t.TempDir(), ".", filepath.Join(t.TempDir(), "missing")}
	for _, workers := range []int{1, 2, 8} {
		pool, err := takt.New(takt.Config{Workers: workers})
		must(t, err)
		for _, dir := range dirs {
			got, want := takt.Call(pool.With(context.Background()), RootTakt, dir), Sequential(dir)
			if !reflect.DeepEqual(got.Failed, want.Failed) {
				t.Errorf("%d workers, %s: failed %v, want %v", workers, dir, got.Failed, want.Failed)
			}
			if got.Digest != want.Digest || got.Files != want.Files || got.Bytes != want.Bytes {
				t.Errorf("%d workers, %s: %+v, want %+v", workers, dir, got, want)
			}
		}
		must(t, pool.Close())
	}
}

func TestRootTellsDirectoriesApart(t *testing.T) {
	seen := map[Digest]string{}
	for name, change := range map[string]func(dir string) error{
		"unchanged": func(string) error { return nil },
		"one byte":  func(dir string) error { return os.WriteFile(filepath.Join(dir, "a.txt"), []byte("alphb"), 0o666) },
		"renamed":   func(dir string) error { return os.Rename(filepath.Join(dir, "a.txt"), filepath.Join(dir, "a.text")) },
		"moved": func(dir string) error {
			return os.Rename(filepath.Join(dir, "a.txt"), filepath.Join(dir, "b", "a.txt"))
		},
		"empty dir gone": func(dir string) error {
			return os.Remove(filepath.Join(dir, "hollow"))
		},
		"dir for file": func(dir string) error {
			return errors.Join(os.Remove(filepath.Join(dir, "empty")), os.Mkdir(filepath.Join(dir, "empty"), 0o777))
		},
		"file for link": func(dir string) error {
			up := filepath.Join(dir, "b", "up")
			return errors.Join(os.Remove(up), os.WriteFile(up, []byte(".."), 0o666))
		},
	} {
		dir := fixture(t)
		must(t, change(dir))
		root := Sequential(dir).Digest
		if other, ok := seen[root]; ok {
			t.Errorf("%q and %q have one root", name, other)
		}
		seen[root] = name
	}
}

func TestUnreadableEntriesAreNamedAndChangeTheRoot(t *testing.T) {
	dir := fixture(t)
	list, err := ReadDir(dir)
	must(t, err)
	must(t, os.Remove(filepath.Join(dir, "a.txt")))
	gone := Leaf(dir, list[0])
	if len(gone.Failed) != 1 || gone.Failed[0].Path != filepath.Join(dir, "a.txt") {
		t.Fatalf("failed %v, want a.txt by name", gone.Failed)
	}
	if !errors.Is(gone.Failed[0], fs.ErrNotExist) {
		t.Errorf("%v hides the error of the file system", gone.Failed[0])
	}
	with := Combine(list[:1], []Item{gone})
	if len(with.Failed) != 1 {
		t.Errorf("the directory reports %v, want the one failure below it", with.Failed)
	}
	if with.Digest == Combine(nil, nil).Digest {
		t.Error("the root hides the unreadable entry")
	}
}

// Permissions do not stop an administrator, but no one can open a path longer
// than the system takes.
func TestUnreadableDirectoryBelowIsNamed(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("relies on the length of a path on Linux")
	}
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	must(t, err)
	defer root.Close()
	must(t, root.MkdirAll(strings.Repeat(strings.Repeat("d", 199)+"/", 30), 0o777))
	got := Sequential(dir)
	if len(got.Failed) != 1 || !strings.HasPrefix(got.Failed[0].Path, dir) {
		t.Fatalf("%d failures, want the one directory too deep to open", len(got.Failed))
	}
}

func TestLinkToADirectoryIsNotFollowed(t *testing.T) {
	dir := t.TempDir()
	must(t, os.Symlink(".", filepath.Join(dir, "self")))
	if got := Sequential(dir); got.Files != 0 || len(got.Failed) != 0 {
		t.Fatalf("%+v, want no file and no failure", got)
	}
}
