package lint

import (
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"slices"
	"strings"
	"testing"
)

// checkPackageDocs wants one package comment per package, in one file only: with
// two, which of them is shown first depends on file names.
func checkPackageDocs(r repo) (complaints []string) {
	documented := make(map[string][]string)
	for _, f := range r.sorted((*file).isGo, (*file).isNotTest) {
		id := f.dir() + ": package " + f.ast.Name.Name
		documented[id] = append(documented[id], f.packageDocs()...)
	}
	for _, id := range slices.Sorted(maps.Keys(documented)) {
		if files := documented[id]; len(files) != 1 {
			complaints = append(complaints, fmt.Sprintf("%s has %d package comments, want one: %v", id, len(files), files))
		}
	}
	return complaints
}

// packageDocs returns the path of the file if it has a package comment.
func (f *file) packageDocs() []string {
	if f.ast.Doc.Text() == "" {
		return nil
	}
	return []string{f.path}
}

// wellKnown are methods whose names say all there is to say.
var wellKnown = map[string]bool{"Error": true, "String": true, "Unwrap": true}

// checkExportedDocs wants a comment on everything a user can name.
func checkExportedDocs(r repo) (complaints []string) {
	for _, f := range r.sorted((*file).isGo, (*file).isNotTest) {
		if f.ast.Name.Name == "main" || slices.Contains(strings.Split(f.dir(), "/"), "internal") {
			continue
		}
		for _, id := range f.undocumented() {
			complaints = append(complaints, fmt.Sprintf("%s:%d: exported %s has no comment", f.path, f.line(id.Pos()), id.Name))
		}
	}
	return complaints
}

func (f *file) undocumented() (names []*ast.Ident) {
	for _, decl := range f.ast.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			excused := d.Recv != nil && (wellKnown[d.Name.Name] || !exportedReceiver(d))
			if d.Name.IsExported() && d.Doc.Text() == "" && !excused {
				names = append(names, d.Name)
			}
		case *ast.GenDecl:
			names = append(names, undocumentedSpecs(d)...)
		}
	}
	return names
}

func exportedReceiver(d *ast.FuncDecl) bool {
	expr := d.Recv.List[0].Type
	for {
		switch e := expr.(type) {
		case *ast.StarExpr:
			expr = e.X
		case *ast.IndexExpr:
			expr = e.X
		case *ast.IndexListExpr:
			expr = e.X
		case *ast.Ident:
			return e.IsExported()
		default:
			return false
		}
	}
}

// undocumentedSpecs accepts one comment over a group of constants or variables.
func undocumentedSpecs(d *ast.GenDecl) (names []*ast.Ident) {
	for _, spec := range d.Specs {
		switch s := spec.(type) {
		case *ast.TypeSpec:
			if s.Name.IsExported() && s.Doc.Text() == "" && (d.Doc.Text() == "" || len(d.Specs) > 1) {
				names = append(names, s.Name)
			}
		case *ast.ValueSpec:
			if d.Tok != token.IMPORT && d.Doc.Text() == "" && s.Doc.Text() == "" && s.Comment.Text() == "" {
				names = append(names, exportedOf(s.Names)...)
			}
		}
	}
	return names
}

func exportedOf(names []*ast.Ident) []*ast.Ident {
	return slices.DeleteFunc(slices.Clone(names), func(id *ast.Ident) bool { return !id.IsExported() })
}

func TestEachPackageHasOneComment(t *testing.T) { checker(checkPackageDocs).holds(t) }

func TestExportedNamesAreDocumented(t *testing.T) { checker(checkExportedDocs).holds(t) }

func TestPackageDocCheckFindsNoneAndTwo(t *testing.T) {
	checker(checkPackageDocs).finds(t, map[string]string{
		"a/a.go":      "// Package a is fine.\npackage a\n",
		"a/b.go":      "//go:build linux\n\npackage a\n",
		"a/a_test.go": "// Of tests nobody reads it.\npackage a\n",
		"b/a.go":      "// Not attached.\n\npackage b\n",
		"c/a.go":      "// Package c is here.\npackage c\n",
		"c/b.go":      "//go:build linux\n\n// Package c is also here.\npackage c\n",
		"d/d_test.go": "package d\n",
	},
		"b: package b has 0 package comments",
		"c: package c has 2 package comments, want one: [c/a.go c/b.go]",
	)
}

func TestExportedDocCheckFindsBareNames(t *testing.T) {
	const bare = `package p

import "fmt"

type Bare struct{}
func (Bare) Method() {}
func (*Generic[T]) Method() {}
func Function() {}
var Variable, hidden = 1, 2
const (
	Constant = iota
)
type (
	// Generic has a comment.
	Generic[T any] struct{}
	Grouped int
)
type private struct{}
func (private) Method() {}
type hidden[A, B any] struct{}
func (*hidden[A, B]) Method() {}
func (Bare) String() string { return "" }

// Documented is fine, and so are those below.
func Documented() { fmt.Println() }

// Colours.
const (
	Red = iota
	Green
)

var Line = 1 // has a comment behind it.

// Alone is fine.
type Alone = int
`
	checker(checkExportedDocs).finds(t, map[string]string{
		"par/p.go":            bare,
		"par/p_test.go":       bare,
		"par/internal/x/p.go": bare,
		"cmd/x/main.go":       "package main\n\nfunc Exported() {}\n",
	},
		"par/p.go:5: exported Bare", "par/p.go:6: exported Method", "par/p.go:7: exported Method",
		"par/p.go:8: exported Function", "par/p.go:9: exported Variable", "par/p.go:11: exported Constant",
		"par/p.go:16: exported Grouped",
	)
}
