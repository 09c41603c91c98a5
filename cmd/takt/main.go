// Command takt measures takt against sequential code and its rivals on the
// machine it runs on. "takt help" says how.
package main

import (
	"os"

	"github.com/takt-go/takt/cmd/takt/internal/cli"
)

func main() {
	os.Exit(cli.Main(cli.IO{Out: os.Stdout, Err: os.Stderr, Terminal: cli.IsTerminal(os.Stderr)}, os.Args[1:]))
}
