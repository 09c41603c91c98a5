module github.com/takt-go/takt/internal/modeltest

go 1.26.0

require (
	github.com/anishathalye/porcupine v1.3.1
	github.com/takt-go/takt v0.0.0
	go.uber.org/goleak v1.3.0
	pgregory.net/rapid v1.3.0
)

replace github.com/takt-go/takt => ../../
