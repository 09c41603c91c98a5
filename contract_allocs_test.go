package takt_test

import (
	"context"
	"math"
	"runtime"
	"testing"
	"time"
	"unsafe"

	"github.com/takt-go/takt"
	"github.com/takt-go/takt/internal/contract/testdata/hot"
	"github.com/takt-go/takt/internal/contract/testdata/stack"
	"github.com/takt-go/takt/internal/testkit"
)

// needExactAllocs skips where the build allocates on its own account.
func needExactAllocs(t testing.TB) {
	t.Helper()
	if raceEnabled {
		t.Skip("under the race detector sync.Pool forgets at random, and Call with it")
	}
	if testing.CoverMode() != "" {
		t.Skip("coverage counters change what is inlined")
	}
}

// wantAllocs wants fn to allocate want times, and once more per hundred calls at
// most: a collection may empty the pool of callers' runners.
func wantAllocs(t *testing.T, want float64, fn func()) {
	t.Helper()
	for range 3 {
		fn()
	}
	if got := testing.AllocsPerRun(200, fn); got != want {
		t.Errorf("%v allocations, want %v", got, want)
	}
}

func TestContractEmptyCallAllocatesNothing(t *testing.T) {
	needExactAllocs(t)
	task := pool(t, 1)
	fn := func(_ takt.Task, n int) int { return n }
	t.Run("from outside", func(t *testing.T) {
		wantAllocs(t, 0, func() { takt.Call(task, fn, 1) })
	})
	t.Run("with a context", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		task := takt.With(ctx)
		wantAllocs(t, 0, func() { takt.Call(task, fn, 1) })
	})
	t.Run("inside", func(t *testing.T) {
		takt.Call(task, func(t2 takt.Task, _ int) int {
			wantAllocs(t, 0, func() { takt.Call(t2, fn, 1) })
			return 0
		}, 0)
	})
	t.Run("Run", func(t *testing.T) {
		nothing := func(takt.Task) error { return nil }
		wantAllocs(t, 0, func() { _ = takt.Run(task, nothing) })
	})
	t.Run("Both", func(t *testing.T) {
		wantAllocs(t, 0, func() { takt.Both(task, fn, 1, fn, 2) })
	})
}

func TestContractForkAllocatesNothing(t *testing.T) {
	needExactAllocs(t)
	task := pool(t, 1)
	tree := hot.Build(1000)
	text, numbers := string(make([]byte, 1000)), make([]int, 1000)
	for name, fn := range map[string]func(){
		"Tree":   func() { takt.Call(task, hot.Tree, tree) },
		"Fib":    func() { takt.Call(task, hot.Fib, 12) },
		"Text":   func() { takt.Call(task, hot.Text, text) },
		"Slice":  func() { takt.Call(task, hot.Slice, numbers) },
		"Struct": func() { takt.Call(task, hot.Struct, hot.Span{Lo: 0, Hi: 1000, Step: 1}) },
		"Wide":   func() { takt.Call(task, hot.Wide, tree) },
		"Empty":  func() { takt.Call(task, hot.Empty, struct{}{}) },
	} {
		t.Run(name, func(t *testing.T) { wantAllocs(t, 0, fn) })
	}
}

func TestContractRecursionsAllocateNothing(t *testing.T) {
	needExactAllocs(t)
	const depth = 8
	task := pool(t, 1)
	for _, shape := range stack.Shapes {
		t.Run(shape.Name, func(t *testing.T) {
			if got := takt.Call(task, shape.Run, depth); got != 1<<depth {
				t.Errorf("got %d leaves, want %d", got, 1<<depth)
			}
			wantAllocs(t, 0, func() { takt.Call(task, shape.Run, depth) })
		})
	}
}

// The shapes must also be right when nearly every fork is taken.
func TestContractRecursionsAreRightUnderTheHammer(t *testing.T) {
	const depth, promotions = 11, 50
	task, stats := poolWithStats(t, 3)
	hammerFor(t)
	for _, shape := range stack.Shapes {
		t.Run(shape.Name, func(t *testing.T) {
			testkit.Within(t, 30*time.Second, func() {
				for before := stats().Promoted; stats().Promoted-before < promotions; {
					if got := takt.Call(task, shape.Run, depth); got != 1<<depth {
						t.Fatalf("got %d leaves, want %d", got, 1<<depth)
					}
				}
			})
		})
	}
}

// What a user does without takt's help: one function value that is never called
// but gets the task costs an allocation at each fork, here and in all callers.
func TestContractAllocationCheckFindsHeapForks(t *testing.T) {
	needExactAllocs(t)
	task := pool(t, 1)
	visit := func(takt.Task, int) {}
	if got := testing.AllocsPerRun(20, func() {
		takt.Call(task, func(t takt.Task, depth int) int { return naive(t, depth, visit) }, 8)
	}); got < 1<<8-1 {
		t.Errorf("%v allocations: passing a task to a function value by hand should cost one per fork", got)
	}
}

// A generic function that forks itself by name makes a closure each time. Who
// cares makes it once and hands it down, as stack.Hoisted does.
func TestContractGenericRecursionAllocatesOnceAFork(t *testing.T) {
	needExactAllocs(t)
	task := pool(t, 1)
	wantAllocs(t, 1<<8-1, func() { takt.Call(task, stack.Leaves[int], 8) })
}

// naive hands a task of its own to a function value in a branch that is never
// taken.
func naive(t takt.Task, depth int, visit func(takt.Task, int)) int {
	if depth == 0 {
		return 1
	}
	if depth < 0 {
		visit(t, depth)
	}
	t.Poll()
	right := takt.Fork(t, naiveLeaf, depth-1)
	n := naive(right.Task(), depth-1, visit)
	if v, ok := right.Taken(); ok {
		n += v - naiveLeaf(t, 0)
	}
	return n + naive(t, depth-1, visit)
}

func naiveLeaf(takt.Task, int) int { return 1 }

// A promotion makes one object on the heap, however the job then fares.
func TestContractPromotionAllocatesOneObject(t *testing.T) {
	needExactAllocs(t)
	task, stats := poolWithStats(t, 2)
	tree := hot.Build(1 << 18)
	hammerFor(t)
	testkit.Within(t, time.Minute, func() {
		least := int64(math.MaxInt64)
		for total := int64(0); least > 0 && total < 20_000; {
			promoted, objects := stats().Promoted, heapObjects()
			takt.Call(task, hot.Tree, tree)
			objects, promoted = heapObjects()-objects, stats().Promoted-promoted
			if objects < promoted {
				t.Fatalf("%d objects for %d promotions", objects, promoted)
			}
			if total += promoted; promoted > 20 {
				least = min(least, objects-promoted)
			}
		}
		t.Logf("%+v", stats())
		if least > 0 {
			t.Errorf("%d objects beside one for each promoted fork, in the best run", least)
		}
	})
}

func heapObjects() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Mallocs)
}

func poolWithStats(t testing.TB, workers int) (takt.Task, func() takt.Stats) {
	p, err := takt.New(takt.Config{Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p.With(context.Background()), p.Stats
}

func TestContractPromotionIsSmall(t *testing.T) {
	const limit = 128 // bytes beside argument and result
	type wide [9]int
	for name, beside := range map[string]uintptr{
		"pointer to int64":  takt.PromotedSize[*hot.Node, int64]() - 16,
		"string to string":  takt.PromotedSize[string, string]() - 2*unsafe.Sizeof(""),
		"byte to bool":      takt.PromotedSize[byte, bool]() - 2,
		"struct to nothing": takt.PromotedSize[wide, struct{}]() - unsafe.Sizeof(wide{}),
	} {
		t.Logf("%s: %d bytes beside argument and result", name, beside)
		if beside > limit {
			t.Errorf("%s: %d bytes beside argument and result, at most %d", name, beside, limit)
		}
	}
}
