module github.com/takt-go/takt/cmd/takt

go 1.26.0

require github.com/takt-go/takt/bench v0.0.0

require (
	github.com/takt-go/takt v0.0.0 // indirect
	golang.org/x/sync v0.25.0 // indirect
)

replace (
	github.com/takt-go/takt => ../../
	github.com/takt-go/takt/bench => ../../bench
)
