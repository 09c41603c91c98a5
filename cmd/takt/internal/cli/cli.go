// Package cli holds the commands of takt as functions of their arguments and
// of what they write to.
package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// IO is where a command writes: results to Out, all else to Err.
type IO struct {
	Out, Err io.Writer
	Terminal bool // Err is one: progress may be shown
}

// Exit codes of Main.
const (
	ExitOK     = 0
	ExitFailed = 1 // it ran and something was wrong: an answer, a file, a full disk
	ExitUsage  = 2 // it did not run
)

type command struct {
	name, about string
	run         func(IO, []string) error
}

func commands() []command {
	return []command{
		{"bench", "measure fork/join against sequential code and rivals", bench},
		{"help", "say this, or help NAME for a command", help},
	}
}

// Main runs the command that the arguments name and returns the exit code.
func Main(stdio IO, args []string) int {
	err := dispatch(stdio, args)
	if err == nil {
		return ExitOK
	}
	fmt.Fprintf(stdio.Err, "takt: %v\n", err)
	if wrong := (usageError{}); errors.As(err, &wrong) {
		fmt.Fprintf(stdio.Err, "%q says more\n", wrong.more)
		return ExitUsage
	}
	return ExitFailed
}

func dispatch(stdio IO, args []string) error {
	if len(args) == 0 {
		return usageError{"no command; there are " + strings.Join(names(), ", "), "takt help"}
	}
	name := strings.TrimLeft(args[0], "-")
	if name == "h" {
		name = "help"
	}
	for _, c := range commands() {
		if c.name == name {
			return c.run(stdio, args[1:])
		}
	}
	return usageError{fmt.Sprintf("no command %q; there are %s", args[0], strings.Join(names(), ", ")), "takt help"}
}

func names() (list []string) {
	for _, c := range commands() {
		list = append(list, c.name)
	}
	return list
}

// A usageError says what in the arguments is wrong, and which command tells
// how they would be right.
type usageError struct{ text, more string }

func (e usageError) Error() string { return e.text }

func help(stdio IO, args []string) error {
	if len(args) > 0 && args[0] == "bench" {
		return benchHelp(stdio)
	}
	if len(args) > 0 && !slices.Contains(names(), args[0]) {
		return usageError{fmt.Sprintf("help: no command %q; there are %s", args[0], strings.Join(names(), ", ")), "takt help"}
	}
	text := "takt measures fine-grained parallelism on this machine.\n\nusage: takt COMMAND [arguments]\n\n"
	for _, c := range commands() {
		text += fmt.Sprintf("  %-8s %s\n", c.name, c.about)
	}
	_, err := io.WriteString(stdio.Out, text)
	return err
}

// IsTerminal says whether a person may be looking at f.
func IsTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
