module github.com/takt-go/takt/bench

go 1.26.0

require (
	github.com/takt-go/takt v0.0.0
	golang.org/x/sync v0.25.0
)

replace github.com/takt-go/takt => ../
