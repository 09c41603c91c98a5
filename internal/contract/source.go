package contract

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A Line is one line of a source file.
type Line struct {
	File string // base name
	Line int
	Text string
}

// Source returns the lines of all Go files in dir.
func Source(t testing.TB, dir string) (lines []Line) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no source in %s: %v", dir, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			lines = append(lines, Line{filepath.Base(file), i + 1, strings.TrimRight(line, "\r")})
		}
	}
	return lines
}

// hotCalls are the calls that a recursion makes at each fork.
var hotCalls = []struct{ inSource, inNotes *regexp.Regexp }{
	{regexp.MustCompile(`\bt\.Poll\(\)`), regexp.MustCompile(`^inlining call to \S*Task\.Poll$`)},
	{regexp.MustCompile(`\btakt\.Fork\(`), regexp.MustCompile(`^inlining call to \S*Fork\[`)},
	{regexp.MustCompile(`\.Task\(\)`), regexp.MustCompile(`^inlining call to .*Forked\[.*\]\)\.Task$`)},
	{regexp.MustCompile(`\.Taken\(\)`), regexp.MustCompile(`^inlining call to .*Forked\[.*\]\)\.Taken$`)},
}

// NotInlined returns a complaint for each call of the hot path in the source
// that no note says was inlined, and how many there are in all.
func NotInlined(source []Line, notes []Note) (complaints []string, calls int) {
	for _, line := range source {
		code, _, _ := strings.Cut(line.Text, "//")
		for _, call := range hotCalls {
			if !call.inSource.MatchString(code) {
				continue
			}
			calls++
			if !noted(notes, line, call.inNotes) {
				complaints = append(complaints, fmt.Sprintf("%s:%d: not inlined: %s", line.File, line.Line, strings.TrimSpace(code)))
			}
		}
	}
	return complaints, calls
}

var wanted = regexp.MustCompile(`// want "(.*)"`)

// NotMoved returns a complaint for each comment `// want "pattern"` in the
// source to which no note on that line answers, and how many there are in all.
func NotMoved(source []Line, notes []Note) (complaints []string, wants int) {
	for _, line := range source {
		m := wanted.FindStringSubmatch(line.Text)
		if m == nil {
			continue
		}
		wants++
		if !noted(notes, line, regexp.MustCompile(m[1])) {
			complaints = append(complaints, fmt.Sprintf("%s:%d: the compiler does not say %q", line.File, line.Line, m[1]))
		}
	}
	return complaints, wants
}

func noted(notes []Note, line Line, pattern *regexp.Regexp) bool {
	for _, n := range notes {
		if n.File == line.File && n.Line == line.Line && pattern.MatchString(n.Text) {
			return true
		}
	}
	return false
}

var (
	onHeap = regexp.MustCompile(`^moved to heap: |escapes to heap$|^leaking param: t$|^leaking param content: t$`)
	// never is what is allocated on the way into the panic of a wrong fork.
	never = regexp.MustCompile(`zeroTask\[`)
)

// Moved returns the notes about things of the source's files that the compiler
// puts on the heap, tasks included, except on lines that say // heap.
func Moved(source []Line, notes []Note) (complaints []string) {
	type place struct {
		file string
		line int
	}
	excused := make(map[place]bool)
	for _, line := range source {
		excused[place{line.File, line.Line}] = strings.Contains(line.Text, "// heap")
	}
	for _, n := range notes {
		allowed, ours := excused[place{n.File, n.Line}]
		if ours && !allowed && onHeap.MatchString(n.Text) && !never.MatchString(n.Text) {
			complaints = append(complaints, n.String())
		}
	}
	return complaints
}
