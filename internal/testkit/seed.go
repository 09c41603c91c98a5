package testkit

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
)

// seedVariable is the environment variable that fixes the seed.
const seedVariable = "TAKT_SEED"

// Seed returns a fresh seed, or the one in the environment variable TAKT_SEED.
// If the test fails, it says how to run with the same seed again.
func Seed(t testing.TB) uint64 {
	t.Helper()
	seed := rand.Uint64()
	if text := os.Getenv(seedVariable); text != "" {
		fixed, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatalf("%s: %v", seedVariable, err)
		}
		seed = fixed
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("to repeat: %s=%d go test -run '^%s$'", seedVariable, seed, t.Name())
		}
	})
	return seed
}

// Rand returns a generator seeded by Seed. It is not safe for concurrent use.
func Rand(t testing.TB) *rand.Rand {
	t.Helper()
	return rand.New(rand.NewPCG(Seed(t), 0))
}
