package lint

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// importRule is the direction of all imports within the root module, outside of
// tests. "takt" is the package in the root. Names of packages to come are welcome.
const importRule = `
	# The core, from its leaves upwards.
	internal/policy, internal/event, internal/invariant, internal/park < internal/sched;
	internal/sched < takt;

	# Loops and the job graph stand side by side on the public package.
	takt < par, job;
	par !< job;
	job !< par;

	# internal/testkit and internal/lint stand right and left of nothing: only
	# tests import the one, and nobody the other.
`

func checkImports(r repo) (complaints []string) {
	rule, err := parseRule(importRule)
	if err != nil {
		return []string{err.Error()}
	}
	for _, f := range r.sorted((*file).isGo, (*file).isNotTest, r.inRootModule()) {
		for _, spec := range f.ast.Imports {
			imported, ours := ourPackage(spec.Path.Value)
			if !ours {
				continue
			}
			importer := packageName(f.dir())
			if why := rule.verdict(importer, imported); why != "" {
				complaints = append(complaints, fmt.Sprintf("%s:%d: %s must not import %s: %s in internal/lint/imports_test.go",
					f.path, f.line(spec.Pos()), importer, imported, why))
			}
		}
	}
	return complaints
}

// ourPackage returns the name that the rule uses for a quoted import path.
func ourPackage(quoted string) (name string, ours bool) {
	importPath, _ := strconv.Unquote(quoted)
	if importPath == modulePath {
		return "takt", true
	}
	return strings.CutPrefix(importPath, modulePath+"/")
}

func packageName(dir string) string {
	if dir == "." {
		return "takt"
	}
	return dir
}

func TestImportsFollowTheRule(t *testing.T) { checker(checkImports).holds(t) }

func TestImportCheckFindsWrongDirections(t *testing.T) {
	importing := func(name string) string {
		return fmt.Sprintf("package p\n\nimport _ %q\n", modulePath+name)
	}
	checker(checkImports).finds(t, map[string]string{
		"fork.go":                   importing("/internal/invariant"),
		"par/for.go":                importing("/internal/sched"),
		"par/for_test.go":           importing("/internal/testkit"),
		"bench/go.mod":              "module " + modulePath + "/bench\n",
		"bench/rivals/takt.go":      importing("/job"),
		"par/map.go":                importing("/job"),
		"internal/sched/runner.go":  importing(""),
		"internal/park/park.go":     importing("/internal/event"),
		"internal/sched/testing.go": importing("/internal/testkit"),
		"sim/machine.go":            importing("/internal/policy"),
	},
		"par/map.go:3: par must not import job: read `job !< par;`",
		"internal/sched/runner.go:3: internal/sched must not import takt",
		"internal/park/park.go:3: internal/park must not import internal/event: no line",
		"internal/sched/testing.go:3: internal/sched must not import internal/testkit",
		"sim/machine.go:3: sim must not import internal/policy",
	)
}
