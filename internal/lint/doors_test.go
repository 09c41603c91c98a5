package lint

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"
)

// doors lists the files, as patterns of path.Match, that may import unsafe or
// sync/atomic or carry a linkname directive. Everything else in the root module
// stays on this side of the memory model. Tests are free.
//
// EXTEND HERE, with the reason beside the line.
var doors = map[string][]string{
	"unsafe": {
		"internal/sched/*.go", // frames on the stack, seen as bytes
		"internal/park/*.go",  // addresses passed to the kernel
		"fork.go",             // the generic skin over the frames of internal/sched
		"both.go",
		"do.go", // and over its jobs
		"group.go",
	},
	"sync/atomic": {
		"internal/sched/*.go", // the protocols
		"internal/park/*.go",
	},
	"go:linkname": {
		"internal/sched/*.go", // cold functions that must not make frames escape
	},
}

func checkDoors(r repo) (complaints []string) {
	for _, f := range r.sorted((*file).isGo, (*file).isNotTest, r.inRootModule()) {
		for what, line := range f.usedDoors() {
			allows := func(pattern string) bool { ok, _ := path.Match(pattern, f.path); return ok }
			if !slices.ContainsFunc(doors[what], allows) {
				complaints = append(complaints, fmt.Sprintf("%s:%d: %s here; the files that may are listed in internal/lint/doors_test.go",
					f.path, line, what))
			}
		}
	}
	return complaints
}

// usedDoors maps what the file uses of the listed things to a line.
func (f *file) usedDoors() map[string]int {
	used := make(map[string]int)
	for _, spec := range f.ast.Imports {
		if name := strings.Trim(spec.Path.Value, "`\""); doors[name] != nil {
			used[name] = f.line(spec.Pos())
		}
	}
	for _, group := range f.ast.Comments {
		for _, c := range group.List {
			if strings.HasPrefix(c.Text, "//go:linkname ") {
				used["go:linkname"] = f.line(c.Pos())
			}
		}
	}
	return used
}

func TestUnsafeCodeStandsInListedFilesOnly(t *testing.T) { checker(checkDoors).holds(t) }

func TestDoorsCheckFindsUnlistedFiles(t *testing.T) {
	const everything = "package p\n\nimport (\n\t_ \"sync/atomic\"\n\t_ `unsafe`\n)\n\n//go:linkname f g\nfunc f()\n"
	checker(checkDoors).finds(t, map[string]string{
		"fork.go":                  "package takt\n\nimport \"unsafe\"\n",
		"internal/sched/runner.go": everything,
		"par/for_test.go":          everything,
		"bench/go.mod":             "module " + modulePath + "/bench\n",
		"bench/kernels/tree.go":    everything,
		"par/for.go":               everything,
		"panics.go":                "package takt\n\nimport \"unsafe\"\n",
	},
		"par/for.go:4: sync/atomic here",
		"par/for.go:5: unsafe here",
		"par/for.go:8: go:linkname here",
		"panics.go:3: unsafe here",
	)
}
