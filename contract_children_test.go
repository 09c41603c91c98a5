package takt_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/takt-go/takt"
	"github.com/takt-go/takt/internal/contract"
	"github.com/takt-go/takt/internal/contract/testdata/trials"
	"github.com/takt-go/takt/internal/invariant"
	"github.com/takt-go/takt/internal/sched"
)

// Some programs may end their process or never end. They run in a child.
const childVariable = "TAKT_CONTRACT_CHILD"

var children = map[string]func(t *testing.T){
	"captured":            func(t *testing.T) { misused(t, trials.Captured, 12, 1<<12) },
	"captured, Join":      func(t *testing.T) { misused(t, trials.CapturedJoin, 12, 1<<12) },
	"captured, Both":      func(t *testing.T) { misused(t, trials.CapturedBoth, 10, 1<<10) },
	"strayed":             func(t *testing.T) { misused(t, trials.Strayed, 200, 100) },
	"bubble":              bubble,
	"bubble, first use":   bubbleFirst,
	"bubble, pool inside": bubbleWithPool,
	"close":               closeLast,
}

// misused runs a wrong program under the hammer for a while: each round gives
// the right result or the message that says what is wrong.
func misused(t *testing.T, fn func(takt.Task, int) int, depth, want int) {
	task := pool(t, 3)
	stop := sched.Hammer()
	defer stop()
	wrong, rounds, caught := 0, 0, 0
	round := func() {
		defer func() {
			if v := recover(); v != nil {
				err, _ := v.(*takt.PanicError)
				if err == nil || !strings.Contains(err.Error(), "goroutine that it does not belong to") {
					panic(v)
				}
				caught++
			}
		}()
		if takt.Call(task, fn, depth) != want {
			wrong++
		}
	}
	for start := time.Now(); time.Since(start) < 2*time.Second; rounds++ {
		round()
	}
	fmt.Printf("child: %d rounds, %d caught, %d wrong results\n", rounds, caught, wrong)
}

// bubble computes in a bubble on a pool that was made and used outside.
func bubble(t *testing.T) {
	task := pool(t, 2)
	tree := build(1 << 16)
	takt.Call(task, taktSum, tree)
	synctest.Test(t, func(t *testing.T) {
		for range 50 {
			takt.Call(task, taktSum, tree)
			takt.Do(task, func(takt.Task) {}, func(takt.Task) {})
		}
	})
	fmt.Println("child: computed in a bubble")
}

// bubbleFirst makes the pool outside and uses it in a bubble first.
func bubbleFirst(t *testing.T) {
	task := pool(t, 2)
	synctest.Test(t, func(t *testing.T) {
		takt.Do(task, func(takt.Task) {}, func(takt.Task) {})
	})
	fmt.Println("child: computed in a bubble")
}

// bubbleWithPool also makes the pool in the bubble.
func bubbleWithPool(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, err := takt.New(takt.Config{Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		task := p.With(context.Background())
		tree := build(1 << 16)
		for range 50 {
			takt.Call(task, taktSum, tree)
			takt.Do(task, func(takt.Task) {}, func(takt.Task) {})
		}
		p.Close()
	})
	fmt.Println("child: computed in a bubble")
}

// closeLast opens, uses and closes the only pool of the process.
func closeLast(t *testing.T) {
	before := runtime.NumGoroutine()
	p, err := takt.New(takt.Config{Workers: 3})
	if err != nil {
		t.Fatal(err)
	}
	nap := func(takt.Task) { time.Sleep(time.Millisecond) }
	takt.Do(p.With(context.Background()), nap, nap, nap)
	p.Close()
	for range 100 {
		if runtime.NumGoroutine() <= before {
			fmt.Println("child: nobody is left")
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// TestContractChild is what a child runs.
func TestContractChild(t *testing.T) {
	name := os.Getenv(childVariable)
	if name == "" {
		t.Skip("for child processes only")
	}
	children[name](t)
}

// runChild runs one of the children and returns what it printed, and whether it
// had to be killed.
func runChild(t *testing.T, name string, limit time.Duration) (out string, err error, hung bool) {
	t.Helper()
	contract.NeedGo(t)
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestContractChild$", "-test.timeout=0")
	cmd.Env = append(os.Environ(), childVariable+"="+name)
	text, err := cmd.CombinedOutput()
	return string(text), err, ctx.Err() != nil
}

func wantChild(t *testing.T, name, words string) {
	t.Helper()
	t.Parallel()
	out, err, hung := runChild(t, name, 20*time.Second)
	switch {
	case hung:
		t.Errorf("hung:\n%.3000s", out)
	case err != nil:
		t.Errorf("%v:\n%.3000s", err, out)
	case !strings.Contains(out, words):
		t.Errorf("no %q in:\n%.3000s", words, out)
	}
}

// A program that uses a task where it does not belong is wrong, but it is not
// to hang silently or to give a wrong result.
func TestContractCapturedTasksDoNoHarm(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector stops such programs, and should")
	}
	for _, name := range []string{"captured", "captured, Join", "captured, Both", "strayed"} {
		t.Run(name, func(t *testing.T) {
			if name == "strayed" && invariant.Enabled {
				t.Skip("a debug build panics on the goroutine that has no business with the task")
			}
			wantChild(t, name, " 0 wrong results")
		})
	}
}

func TestContractSynctestBubbles(t *testing.T) {
	for _, name := range []string{"bubble", "bubble, first use", "bubble, pool inside"} {
		t.Run(name, func(t *testing.T) { wantChild(t, name, "computed in a bubble") })
	}
}

func TestContractWorkersLeaveWithTheLastPool(t *testing.T) {
	wantChild(t, "close", "child: nobody is left")
}

// Go's deadlock detector works only while no goroutine is in a system call and
// no timer runs: an idle library must have neither.
func TestContractDeadlockIsStillDetected(t *testing.T) {
	exe := contract.Link(t, contractPrograms+"dead", "")
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	start := time.Now()
	out, err := exec.CommandContext(ctx, exe).CombinedOutput()
	if err == nil || ctx.Err() != nil || !strings.Contains(string(out), "all goroutines are asleep - deadlock!") {
		t.Fatalf("after %v: %v\n%.3000s", time.Since(start), err, out)
	}
	if !strings.Contains(string(out), "computed") {
		t.Errorf("it never got to the deadlock:\n%s", out)
	}
	t.Logf("detected after %v", time.Since(start))
}
