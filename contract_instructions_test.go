package takt_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strconv"
	"testing"

	"github.com/takt-go/takt/internal/contract"
	"github.com/takt-go/takt/internal/contract/testdata/hot"
)

// What a fork costs over the sequential recursion, in instructions, which no
// other program on the machine disturbs. The band is narrow on purpose: a
// figure that improves by itself wants to be understood too.
func TestContractInstructionsPerFork(t *testing.T) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("the figures are for linux/amd64")
	}
	if _, err := exec.LookPath("valgrind"); err != nil {
		t.Skip("needs valgrind, which counts instructions: ", err)
	}
	exe := contract.Link(t, contractPrograms+"run", "")
	for _, c := range []struct {
		name    string
		nodes   int
		perNode float64 // measured
		perFork float64
	}{
		{"half of the nodes fork", 1<<17 - 1, 9.50, 19.0},
		{"a third of the nodes fork", 100_000, 7.49, 21.7},
	} {
		t.Run(c.name, func(t *testing.T) {
			const (
				rounds = 20
				band   = 0.4
				limit  = 12.0 // per node
			)
			count := func(what string) float64 {
				n, err := instructions(exe, "-what", what, "-n", fmt.Sprint(c.nodes), "-rounds", fmt.Sprint(rounds))
				if err != nil {
					t.Skipf("valgrind does not get through %s: %v", what, err)
				}
				return float64(n) / rounds
			}
			none, sequential, takt := count("none"), count("sequential"), count("takt")
			nodes, forks := float64(c.nodes), float64(forksIn(hot.Build(c.nodes)))
			extra := takt - sequential
			t.Logf("instructions per node: %.2f sequential, %.2f more with takt; %.2f more per fork",
				(sequential-none)/nodes, extra/nodes, extra/forks)
			if extra/nodes > limit {
				t.Errorf("%.2f instructions per node over sequential, at most %v", extra/nodes, limit)
			}
			if math.Abs(extra/nodes-c.perNode) > band || math.Abs(extra/forks-c.perFork) > 2*band {
				t.Errorf("%.2f instructions per node over sequential and %.2f per fork, known are %.2f and %.2f: find out why, then change them",
					extra/nodes, extra/forks, c.perNode, c.perFork)
			}
		})
	}
}

// forksIn is the number of nodes at which the recursion forks.
func forksIn(n *hot.Node) int {
	if n == nil {
		return 0
	}
	forks := forksIn(n.Left) + forksIn(n.Right)
	if n.Left != nil && n.Right != nil {
		forks++
	}
	return forks
}

var collected = regexp.MustCompile(`Collected : (\d+)`)

// instructions counts those of one run. Valgrind sometimes crashes on Go
// programs, hence the retries, and follows one processor only.
func instructions(exe string, args ...string) (n int64, err error) {
	err = errors.New("never ran")
	for range 8 {
		cmd := exec.Command("valgrind", append([]string{"--tool=callgrind", "--callgrind-out-file=/dev/null", exe}, args...)...)
		cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
		var out []byte
		if out, err = cmd.CombinedOutput(); err != nil {
			continue
		}
		if m := collected.FindSubmatch(out); m != nil {
			return strconv.ParseInt(string(m[1]), 10, 64)
		}
		err = errors.New("no count in its output")
	}
	return 0, err
}
