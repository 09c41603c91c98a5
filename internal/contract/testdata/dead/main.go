// Dead uses a pool, and then waits for what never comes. Go's deadlock detector
// must notice.
package main

import (
	"context"
	"runtime"

	"github.com/takt-go/takt"
	"github.com/takt-go/takt/internal/contract/testdata/hot"
)

func main() {
	runtime.GOMAXPROCS(2)
	pool, err := takt.New(takt.Config{Workers: 2})
	if err != nil {
		panic(err)
	}
	task := pool.With(context.Background())
	tree := hot.Build(1 << 18)
	for range 5 {
		takt.Call(task, hot.Tree, tree)
	}
	takt.Do(task, func(takt.Task) {}, func(takt.Task) {})
	println("computed")
	<-make(chan int)
}
