package testkit

import (
	"strings"
	"testing"
)

func TestSeedIsPrintedOnFailure(t *testing.T) {
	t.Setenv(seedVariable, "42")
	r := record(t, func(t testing.TB) {
		Rand(t)
		t.Errorf("bad luck")
	})
	r.wantFailure(t, "TAKT_SEED=42 go test -run '^TestRecorded$'")
}

func TestSeedIsSilentOnSuccess(t *testing.T) {
	r := record(t, func(t testing.TB) { Seed(t) })
	if r.log.Len() > 0 {
		t.Errorf("logged %q", r.log.String())
	}
}

func TestSameSeedSameNumbers(t *testing.T) {
	t.Setenv(seedVariable, "7")
	if a, b := Rand(t).Uint64(), Rand(t).Uint64(); a != b {
		t.Errorf("%d and %d from one seed", a, b)
	}
}

func TestFreshSeedsDiffer(t *testing.T) {
	t.Setenv(seedVariable, "")
	if a, b := Seed(t), Seed(t); a == b {
		t.Errorf("twice the seed %d", a)
	}
}

func TestMalformedSeedIsRefused(t *testing.T) {
	t.Setenv(seedVariable, strings.Repeat("9", 30))
	r := record(t, func(t testing.TB) { Seed(t) })
	r.wantFailure(t, seedVariable)
}
