// Run repeats the recursions of package hot, to be profiled, disassembled or
// counted.
package main

import (
	"context"
	"flag"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"time"

	"github.com/takt-go/takt"
	"github.com/takt-go/takt/internal/contract/testdata/hot"
)

func main() {
	what := flag.String("what", "none", "none, sequential, takt or all")
	size := flag.Int("n", 100_000, "nodes in the tree")
	rounds := flag.Int("rounds", 1, "how often")
	profile := flag.String("cpuprofile", "", "record a second of everything there")
	flag.Parse()
	debug.SetGCPercent(-1)
	runtime.LockOSThread()
	tree := hot.Build(*size)
	pool, err := takt.New(takt.Config{Workers: 1})
	must(err)
	task := pool.With(context.Background())
	if *profile != "" {
		record(*profile, func() { all(task, tree) })
		return
	}
	var sum int64
	for range *rounds {
		switch *what {
		case "sequential":
			sum += hot.Sum(tree)
		case "takt":
			sum += takt.Call(task, hot.Tree, tree)
		case "all":
			all(task, tree)
		}
	}
	println(sum)
}

func all(task takt.Task, tree *hot.Node) {
	const n = 1 << 12
	takt.Call(task, hot.Tree, tree)
	takt.Call(task, hot.Fib, 20)
	takt.Call(task, hot.Text, string(make([]byte, n)))
	takt.Call(task, hot.Slice, make([]int, n))
	takt.Call(task, hot.Struct, hot.Span{Lo: 0, Hi: n, Step: 1})
	takt.Call(task, hot.Interface, expression(12))
	takt.Call(task, hot.Wide, tree)
	takt.Call(task, hot.Empty, struct{}{})
}

func expression(depth int) hot.Expr {
	if depth == 0 {
		return hot.Leaf{}
	}
	return &hot.Pair{A: expression(depth - 1), B: expression(depth - 1)}
}

func record(name string, work func()) {
	f, err := os.Create(name)
	must(err)
	must(pprof.StartCPUProfile(f))
	for start := time.Now(); time.Since(start) < time.Second; {
		work()
	}
	pprof.StopCPUProfile()
	must(f.Close())
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
