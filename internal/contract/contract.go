// Package contract asks the Go command what the compiler makes of a package:
// what it inlines, what it leaves on the stack, what is called in the end. Only
// tests import it.
package contract

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// A Note is one line of the compiler's own account of what it does.
type Note struct {
	File string // base name
	Line int
	Text string
}

func (n Note) String() string { return fmt.Sprintf("%s:%d: %s", n.File, n.Line, n.Text) }

// NeedGo skips the test where the Go command cannot be run. It uses the
// toolchain that the environment names, so that GOTOOLCHAIN moves all of a
// test run to another release.
func NeedGo(t testing.TB) {
	t.Helper()
	if runtime.GOOS == "js" || runtime.GOOS == "wasip1" {
		t.Skip("no processes on " + runtime.GOOS)
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("needs the Go command: ", err)
	}
}

// Compile returns the compiler's notes on the package in dir. If profile is not
// empty, the package is compiled as with that profile.
func Compile(t testing.TB, dir, profile string) []Note {
	t.Helper()
	return parseNotes(goCommand(t, "build", "-gcflags="+"-m=2"+profiled(profile), "./"+filepath.ToSlash(dir)))
}

// Link builds the command in dir, in a folder that ends with the test, with
// the given profile for all our packages.
func Link(t testing.TB, dir, profile string, flags ...string) (exe string) {
	t.Helper()
	exe = filepath.Join(t.TempDir(), "a.exe")
	args := append([]string{"build", "-o", exe}, flags...)
	if profile != "" {
		args = append(args, "-gcflags=github.com/takt-go/takt/..."+"="+strings.TrimSpace(profiled(profile)))
	}
	goCommand(t, append(args, "./"+filepath.ToSlash(dir))...)
	return exe
}

// profiled hands the profile to the compiler itself: -pgo would compile the
// whole standard library anew for each profile.
func profiled(profile string) string {
	if profile == "" {
		return ""
	}
	return " -pgoprofile=" + profile
}

// Calls maps each function of exe whose name matches to the functions it calls.
func Calls(t testing.TB, exe, functions string) map[string][]string {
	t.Helper()
	return parseCalls(goCommand(t, "tool", "objdump", "-s", functions, exe))
}

// goCommand runs the Go command and returns all it printed.
func goCommand(t testing.TB, args ...string) string {
	t.Helper()
	NeedGo(t)
	var out bytes.Buffer
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "GOWORK=off")
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out.String())
	}
	return out.String()
}

var noteLine = regexp.MustCompile(`^(\S+\.go):(\d+):\d+: (\S.*)$`)

func parseNotes(out string) (notes []Note) {
	for line := range strings.Lines(out) {
		if m := noteLine.FindStringSubmatch(strings.TrimRight(line, "\r\n")); m != nil {
			number, _ := strconv.Atoi(m[2])
			notes = append(notes, Note{filepath.Base(m[1]), number, m[3]})
		}
	}
	return notes
}

var (
	textLine = regexp.MustCompile(`^TEXT (\S+)\(SB\)`)
	callLine = regexp.MustCompile(`\s(?:CALL|JMP|BL|B) (\S.*)\(SB\)`)
)

func parseCalls(out string) map[string][]string {
	calls := make(map[string][]string)
	var function string
	for line := range strings.Lines(out) {
		if m := textLine.FindStringSubmatch(line); m != nil {
			function = m[1]
			calls[function] = nil
		} else if m := callLine.FindStringSubmatch(line); m != nil {
			calls[function] = append(calls[function], m[1])
		}
	}
	return calls
}
