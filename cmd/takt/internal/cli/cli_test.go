package cli

import (
	"bytes"
	"strings"
	"testing"
)

// call runs takt and returns the exit code and what it wrote.
func call(args ...string) (code int, out, err string) {
	var o, e bytes.Buffer
	code = Main(IO{Out: &o, Err: &e}, args)
	return code, o.String(), e.String()
}

func TestHelpGoesToOutAndIsNoFailure(t *testing.T) {
	for _, args := range [][]string{{"help"}, {"-h"}, {"--help"}, {"help", "bench"}, {"bench", "-h"}, {"bench", "tree", "--help"}} {
		code, out, err := call(args...)
		if code != ExitOK || !strings.Contains(out, "usage: takt") || err != "" {
			t.Errorf("takt %v: exit %d, out %q, err %q", args, code, out, err)
		}
	}
}

func TestBenchHelpNamesEveryFlagAndVariant(t *testing.T) {
	_, out, _ := call("help", "bench")
	for _, want := range []string{"-n ", "-workers ", "-variants ", "-rounds ", "-dir ", "-json", "-csv", "-loop ",
		"sequential, takt, goroutine, cutoff, errgroup", "takt-join, takt-both"} {
		if !strings.Contains(out, want) {
			t.Errorf("help does not name %q", want)
		}
	}
}

func TestWrongArgumentsAreNamedWithTheValidOnes(t *testing.T) {
	for _, c := range []struct {
		args string
		want []string
	}{
		{"", []string{"no command", "bench, help"}},
		{"bend", []string{`"bend"`, "bench, help"}},
		{"help bend", []string{`"bend"`, "bench, help"}},
		{"bench trees", []string{`"trees"`, "tree, hash"}},
		{"bench tree tree", []string{"tree", "twice"}},
		{"bench tree -n 0", []string{"-n", `"0"`, "from 1 to 1073741824"}},
		{"bench tree -n 10,,20", []string{"-n", `""`, "from 1 to"}},
		{"bench tree -n 10,10", []string{"-n", "10", "twice"}},
		{"bench -n 1e6 tree", []string{"-n", `"1e6"`, "whole numbers"}},
		{"bench -workers -1", []string{"-workers", `"-1"`, "from 1 to 4096"}},
		{"bench -workers two", []string{"-workers", `"two"`, "from 1 to 4096"}},
		{"bench -rounds 0", []string{"-rounds", `"0"`, "from 1 to 1000"}},
		{"bench -loop none", []string{"-loop", `"none"`, "from 1 to 2147483647"}},
		{"bench -variants takt,tact", []string{"-variants", `"tact"`, "takt-both"}},
		{"bench hash -variants takt-join", []string{"-variants", "hash", `"takt-join"`, "sequential, takt, goroutine, cutoff, errgroup"}},
		{"bench -variants takt,takt", []string{"-variants", "takt", "twice"}},
		{"bench -speed", []string{"-speed", "-csv, -dir, -json, -loop, -n, -rounds, -variants, -workers"}},
		{"bench hash -n 5", []string{"-n", "-dir"}},
		{"bench tree -dir .", []string{"-dir", "-n"}},
		{"bench -variants=", []string{"-variants is empty"}},
		{"bench -json -csv", []string{"-json", "-csv"}},
	} {
		code, out, err := call(strings.Fields(c.args)...)
		if code != ExitUsage || out != "" || !strings.Contains(err, "says more") {
			t.Errorf("takt %s: exit %d, out %q, err %q; want exit 2 and where to read on", c.args, code, out, err)
		}
		for _, want := range c.want {
			if !strings.Contains(err, want) {
				t.Errorf("takt %s: %q does not name %q", c.args, err, want)
			}
		}
	}
}
