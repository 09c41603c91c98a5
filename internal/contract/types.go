package contract

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Package parses and checks the package in dir, without its tests, as it is
// for the processor that the tests run on.
func Package(t testing.TB, dir string) (*types.Package, []*ast.File) {
	t.Helper()
	exports := make(map[string]string)
	for line := range strings.Lines(goCommand(t, "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}", "./"+dir)) {
		if path, file, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			exports[path] = file
		}
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for name := range strings.FieldsSeq(goCommand(t, "list", "-f", "{{range .GoFiles}}{{.}} {{end}}", "./"+dir)) {
		file, err := parser.ParseFile(fset, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	conf := types.Config{Importer: importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})}
	pkg, err := conf.Check(dir, fset, files, nil)
	if err != nil {
		t.Fatal(err)
	}
	return pkg, files
}

// A Field is a field of a struct, with those of structs inside it spread out.
type Field struct {
	Name         string
	Type         types.Type
	Offset, Size int64
}

// Fields lays out the struct type of the named object for a processor. Padding
// has the name _. Objects of other types have no fields.
func Fields(t testing.TB, pkg *types.Package, name, arch string) (fields []Field, size int64) {
	t.Helper()
	obj := pkg.Scope().Lookup(name)
	if obj == nil {
		t.Fatalf("no %s in %s", name, pkg.Path())
	}
	if _, ok := obj.Type().Underlying().(*types.Struct); !ok || generic(obj.Type()) {
		return nil, 0
	}
	sizes := types.SizesFor("gc", arch)
	return layout(sizes, obj.Type(), "", 0, nil), sizes.Sizeof(obj.Type())
}

// generic reports whether the type has parameters, without which it has no layout.
func generic(t types.Type) bool {
	named, ok := t.(*types.Named)
	return ok && named.TypeParams().Len() > named.TypeArgs().Len()
}

func layout(sizes types.Sizes, typ types.Type, prefix string, base int64, fields []Field) []Field {
	s, ok := typ.Underlying().(*types.Struct)
	if !ok {
		return fields
	}
	vars := make([]*types.Var, s.NumFields())
	for i := range vars {
		vars[i] = s.Field(i)
	}
	for i, offset := range sizes.Offsetsof(vars) {
		name, typ := prefix+vars[i].Name(), vars[i].Type()
		fields = append(fields, Field{name, typ, base + offset, sizes.Sizeof(typ)})
		fields = layout(sizes, typ, name+".", base+offset, fields)
	}
	return fields
}

// Distances returns how many bytes of padding stand before and behind the field.
func Distances(fields []Field, name string, size int64) (before, behind int64) {
	var field Field
	for _, f := range fields {
		if f.Name == name {
			field = f
		}
	}
	before, behind = field.Offset, size-field.Offset-field.Size
	for _, f := range fields {
		if f.Name == "_" || strings.HasSuffix(f.Name, "._") || f.Name == name || strings.HasPrefix(f.Name, name+".") {
			continue
		}
		if f.Offset < field.Offset {
			before = min(before, field.Offset-f.Offset-f.Size)
		} else {
			behind = min(behind, f.Offset-field.Offset-field.Size)
		}
	}
	return before, behind
}

// RawAtomics returns the calls of sync/atomic on plain 64-bit integers, which
// 32-bit processors want aligned, and no compiler aligns there.
func RawAtomics(files []*ast.File) (calls []string) {
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			pkg, ok := sel.X.(*ast.Ident)
			if ok && pkg.Name == "atomic" && (strings.HasSuffix(sel.Sel.Name, "Int64") || strings.HasSuffix(sel.Sel.Name, "Uint64")) &&
				len(sel.Sel.Name) > len("Uint64") {
				calls = append(calls, "atomic."+sel.Sel.Name)
			}
			return true
		})
	}
	return calls
}
