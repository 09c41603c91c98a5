package cli

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	kernels "github.com/takt-go/takt/bench"
	"github.com/takt-go/takt/bench/kernels/hash"
	"github.com/takt-go/takt/bench/measure"
)

// budget is what all parts together may take if -rounds is not set. It leaves
// some of the promised minute to warm-ups and to making inputs.
const budget = 45 * time.Second

func bench(stdio IO, args []string) error {
	f, err := parseBench(args)
	if errors.Is(err, flag.ErrHelp) {
		return benchHelp(stdio)
	}
	if err != nil {
		return err
	}
	if err := f.checkVariants(); err != nil {
		return err
	}
	parts, err := f.parts()
	if err != nil {
		return err
	}
	b := benchRun{IO: stdio, flags: f, out: f.writer(stdio), start: time.Now()}
	if f.loop.value > 0 {
		return cmp.Or(b.each(parts, b.loop), b.unreadable())
	}
	if err := b.out.begin(here(time.Now())); err != nil {
		return err
	}
	if err := b.each(parts, b.measure); err != nil {
		return err
	}
	return cmp.Or(b.out.end(b.failed == 0), b.unreadable())
}

// A part is one benchmark on one input, which is made when its turn comes:
// a tree that lies around would slow the collections of the next part.
type part struct {
	title string
	make  maker
}

// A maker also returns what to ask, after the last call, for unreadable files.
type maker func() (*kernels.Input, func() []hash.Failure, error)

func makeTree(n int) maker {
	return func() (*kernels.Input, func() []hash.Failure, error) {
		return kernels.Tree(n), func() []hash.Failure { return nil }, nil
	}
}

func makeHash(dir string) maker {
	return func() (*kernels.Input, func() []hash.Failure, error) { return kernels.Hash(dir) }
}

func (f *benchFlags) parts() (parts []part, err error) {
	for _, name := range f.names {
		switch name {
		case "tree":
			for _, n := range f.n.ints() {
				parts = append(parts, part{fmt.Sprintf("tree n=%d", n), makeTree(n)})
			}
		case "hash":
			dir, err := f.hashDir()
			if err != nil {
				return nil, err
			}
			parts = append(parts, part{"hash of " + dir, makeHash(dir)})
		}
	}
	return parts, nil
}

// hashDir is what hash reads. That it can be read is known before the first
// measurement, which may be that of a tree and take half a minute.
func (f *benchFlags) hashDir() (string, error) {
	dir := f.dir
	if dir == "" {
		var err error
		if dir, err = goSource(); err != nil {
			return "", err
		}
	}
	if !kernels.HasFiles(dir) {
		return "", fmt.Errorf("bench hash: no files below %s", dir)
	}
	return dir, nil
}

func (f *benchFlags) checkVariants() error {
	for _, name := range f.names {
		all, _ := kernels.Names(name)
		for _, v := range f.variants {
			if !slices.Contains(all, v) {
				return benchUsage("-variants: %s has no %q; it has %s", name, v, strings.Join(all, ", "))
			}
		}
	}
	return nil
}

// goSource asks the go command, for a binary does not know where Go is now.
func goSource() (string, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("bench: no Go source tree to hash (go env GOROOT: %w); name a directory with -dir", err)
	}
	dir := filepath.Join(strings.TrimSpace(string(root)), "src")
	if err := kernels.CheckDir(dir); err != nil {
		return "", fmt.Errorf("bench: no Go source tree to hash (%w); name a directory with -dir", err)
	}
	return dir, nil
}

type benchRun struct {
	IO
	flags    *benchFlags
	out      writer
	progress progress
	start    time.Time
	left     int // parts, with the present one
	failed   int // entries that could not be read
	tried    int // files that were read, and those entries
}

// An action is what to do with each part: measure it or loop.
type action func(in *kernels.Input, cases []measure.Case, notes []string) error

func (b *benchRun) each(parts []part, do action) error {
	for i, p := range parts {
		b.left = len(parts) - i
		b.progress = progress{to: b.Err, on: b.Terminal, title: fmt.Sprintf("[%d/%d] %s", i+1, len(parts), p.title)}
		b.progress.show("making the input")
		err := b.part(p, do)
		b.progress.clear()
		if err != nil {
			return fmt.Errorf("bench %s: %w", p.title, err)
		}
	}
	return nil
}

func (b *benchRun) part(p part, do action) error {
	in, failed, err := p.make()
	if err != nil {
		return err
	}
	cases, notes, err := in.Cases(b.flags.variants, b.flags.workers.ints())
	if err != nil {
		return err
	}
	if err := do(in, cases, notes); err != nil {
		return err
	}
	if f := failed(); len(f) > 0 {
		b.report(f, in.Items())
	}
	return nil
}

func (b *benchRun) loop(_ *kernels.Input, cases []measure.Case, notes []string) error {
	b.progress.clear()
	printNotes(b.Err, notes)
	for _, c := range cases {
		if err := measure.Loop(c, int(b.flags.loop.value)); err != nil {
			return err
		}
	}
	return nil
}

func (b *benchRun) measure(in *kernels.Input, cases []measure.Case, notes []string) error {
	o := measure.Options{Rounds: int(b.flags.rounds.value), Floor: measure.DefaultFloor, Progress: b.progress.measuring}
	if b.flags.budgeted {
		// What a part does not use is left to those after it.
		o.Budget = max(1, (budget-time.Since(b.start))/time.Duration(b.left))
	}
	debug.FreeOSMemory() // the part before left its input behind
	rows, err := in.Measure(measure.System(), cases, o)
	b.progress.clear()
	if err != nil {
		return err
	}
	return b.out.rows(rows, notes)
}

func (b *benchRun) report(failed []hash.Failure, read int) {
	b.progress.clear()
	for _, f := range failed {
		fmt.Fprintln(b.Err, "unreadable:", f)
	}
	b.failed += len(failed)
	b.tried += len(failed) + read
}

func (b *benchRun) unreadable() error {
	if b.failed == 0 {
		return nil
	}
	return fmt.Errorf("bench: %d of %s could not be read; the figures are of what could", b.failed, count(b.tried, "file"))
}

func benchHelp(stdio IO) error {
	_, set := newBenchFlags()
	var text strings.Builder
	text.WriteString(benchText)
	for _, name := range benches {
		all, defaults := kernels.Names(name)
		fmt.Fprintf(&text, "variants of %s: %s", name, strings.Join(all[:defaults], ", "))
		if defaults < len(all) {
			fmt.Fprintf(&text, "; if named: %s", strings.Join(all[defaults:], ", "))
		}
		text.WriteString("\n")
	}
	text.WriteString("\nflags:\n")
	set.SetOutput(&text)
	set.PrintDefaults()
	_, err := io.WriteString(stdio.Out, text.String())
	return err
}
