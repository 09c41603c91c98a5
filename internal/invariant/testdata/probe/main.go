// Command probe is built by a test that looks for the sentence in the binary.
package main

import (
	"fmt"
	"os"

	"github.com/takt-go/takt/internal/invariant"
)

func main() {
	if invariant.Enabled {
		invariant.Check(len(os.Args) < 2, fmt.Sprintf("probe: %d arguments, and this sentence", len(os.Args)))
	}
}
