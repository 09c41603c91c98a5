package lint

import (
	"fmt"
	"path"
	"strings"
	"testing"
)

// outsideWorkspace names the modules whose tests and requirements are not for
// those who work on takt: go.work must not list them.
var outsideWorkspace = map[string]bool{"internal/tools": true}

// checkModules keeps the root module free of requirements, and the workspace
// complete: a module that go.work forgets would be tested by nobody.
func checkModules(r repo) (complaints []string) {
	for _, f := range r.sorted() {
		if path.Base(f.path) != "go.mod" || f.isTestdata() {
			continue
		}
		if f.dir() == "." {
			complaints = append(complaints, f.requirements()...)
		}
		if listed := r.workspaceUses(f.dir()); listed == outsideWorkspace[f.dir()] {
			complaints = append(complaints, fmt.Sprintf("%s:1: listed in go.work: %v, want %v", f.path, listed, !listed))
		}
	}
	return complaints
}

func (f *file) requirements() (complaints []string) {
	number := 0
	for line := range strings.Lines(f.text) {
		number++
		if fields := strings.Fields(line); len(fields) > 0 && fields[0] == "require" {
			complaints = append(complaints, fmt.Sprintf("%s:%d: the root module requires nothing", f.path, number))
		}
	}
	return complaints
}

func (r repo) workspaceUses(dir string) bool {
	workspace := r["go.work"]
	if workspace == nil {
		return false
	}
	for line := range strings.Lines(workspace.text) {
		line = strings.TrimSpace(strings.TrimPrefix(line, "use "))
		if strings.HasPrefix(line, ".") && path.Clean(line) == dir {
			return true
		}
	}
	return false
}

func TestRootRequiresNothingAndWorkspaceIsComplete(t *testing.T) { checker(checkModules).holds(t) }

func TestModuleCheckFindsRequirementsAndStrayModules(t *testing.T) {
	checker(checkModules).finds(t, map[string]string{
		"go.mod":                "module a\n\nrequire b v1.0.0\n\nrequire (\n\tc v1.0.0\n)\n",
		"go.work":               "use (\n\t.\n\t./bench\n\t./internal/tools\n)\n",
		"bench/go.mod":          "module a/bench\n\nrequire b v1.0.0\n",
		"cmd/takt/go.mod":       "module a/cmd/takt\n",
		"internal/tools/go.mod": "module a/internal/tools\n",
		"x/testdata/go.mod":     "module x\n",
	},
		"go.mod:3: the root module requires nothing",
		"go.mod:5: the root module requires nothing",
		"cmd/takt/go.mod:1: listed in go.work: false, want true",
		"internal/tools/go.mod:1: listed in go.work: true, want false",
	)
}
