package lint

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"
)

const modulePath = "github.com/takt-go/takt"

// A repo maps slash-separated paths, relative to the root, to the files there.
type repo map[string]*file

type file struct {
	path string
	text string

	// For Go files.
	fset *token.FileSet
	ast  *ast.File
	err  error
}

// plant makes a repo of texts: the bug that a checker must find.
func plant(texts map[string]string) repo {
	r := make(repo)
	for name, text := range texts {
		r.add(name, text)
	}
	return r
}

func (r repo) add(name, text string) {
	f := &file{path: name, text: text}
	if strings.HasSuffix(name, ".go") {
		f.fset = token.NewFileSet()
		f.ast, f.err = parser.ParseFile(f.fset, name, text, parser.ParseComments)
	}
	r[name] = f
}

// theRepo reads the working tree, two levels up, once for all checkers.
var theRepo = sync.OnceValues(func() (repo, error) {
	const root = "../.."
	r := make(repo)
	ours := wanted(root)
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == ".git":
			return fs.SkipDir
		case d.IsDir(), !d.Type().IsRegular(), !ours(name):
			return nil
		}
		text, err := os.ReadFile(path.Join(root, name))
		if err == nil && utf8.Valid(text) && !bytes.ContainsRune(text, 0) {
			r.add(name, string(text))
		}
		return err
	})
	return r, err
})

// wanted says which files are tracked or could be. Without git every file is:
// the tree then comes from an archive and has nothing else in it.
func wanted(root string) func(name string) bool {
	cmd := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	cmd.Dir = root
	list, err := cmd.Output()
	if err != nil || len(list) == 0 {
		return func(string) bool { return true }
	}
	names := make(map[string]bool)
	for name := range strings.SplitSeq(string(list), "\x00") {
		names[name] = true
	}
	return func(name string) bool { return names[name] }
}

// sorted returns the files for which all filters hold, by path.
func (r repo) sorted(filters ...func(*file) bool) []*file {
	var files []*file
	for _, f := range r {
		if !slices.ContainsFunc(filters, func(keep func(*file) bool) bool { return !keep(f) }) {
			files = append(files, f)
		}
	}
	slices.SortFunc(files, func(a, b *file) int { return strings.Compare(a.path, b.path) })
	return files
}

func (f *file) dir() string          { return path.Dir(f.path) }
func (f *file) isGo() bool           { return f.ast != nil && !f.isTestdata() }
func (f *file) isTest() bool         { return strings.HasSuffix(f.path, "_test.go") }
func (f *file) isNotTest() bool      { return !f.isTest() }
func (f *file) isTestdata() bool     { return slices.Contains(strings.Split(f.path, "/"), "testdata") }
func (f *file) line(p token.Pos) int { return f.fset.Position(p).Line }

// inRootModule returns a filter for files that no nested module owns.
func (r repo) inRootModule() func(*file) bool {
	return func(f *file) bool {
		for dir := f.dir(); dir != "."; dir = path.Dir(dir) {
			if r[dir+"/go.mod"] != nil {
				return false
			}
		}
		return true
	}
}

// A checker returns complaints, each beginning with a path and a line.
type checker func(repo) []string

// holds runs the checker over this repository.
func (check checker) holds(t *testing.T) {
	t.Helper()
	r, err := theRepo()
	if err != nil {
		t.Fatal(err)
	}
	if r["go.mod"] == nil {
		t.Fatal("no go.mod found: this is not the repository")
	}
	if r["go.work"] == nil {
		t.Skip("no go.work: this is the root module alone, as a download has it")
	}
	for _, complaint := range check(r) {
		t.Error(complaint)
	}
}

// finds runs the checker over planted files and wants exactly the given
// complaints, each given as words that the complaint contains.
func (check checker) finds(t *testing.T, texts map[string]string, want ...string) {
	t.Helper()
	got := check(plant(texts))
	for _, words := range want {
		contains := func(s string) bool { return strings.Contains(s, words) }
		if !slices.ContainsFunc(got, contains) {
			t.Errorf("no complaint %q", words)
		}
	}
	if len(got) != len(want) || t.Failed() {
		t.Errorf("%d complaints, want %d:\n%s", len(got), len(want), strings.Join(got, "\n"))
	}
}

func checkParses(r repo) (complaints []string) {
	for _, f := range r.sorted() {
		if f.err != nil && !f.isTestdata() {
			complaints = append(complaints, f.err.Error())
		}
	}
	return complaints
}

func TestGoFilesParse(t *testing.T) { checker(checkParses).holds(t) }

func TestParseCheckFindsBrokenSource(t *testing.T) {
	checker(checkParses).finds(t, map[string]string{"a.go": "package a\nfunc {"}, "a.go:2:6")
}
