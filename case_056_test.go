package takt_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/takt-go/takt"
)

// On 32-bit processors a 64-bit counter must still be aligned: every counter of
// a pool moves here. Run with GOARCH=386 it is the test of the case.
func TestCase056CountersAreAligned(t *testing.T) {
	p := open(t, 4)
	hammer(t)
	tree := build(5000)
	within(t, func() {
		untilContested(t, p, 1, func() { takt.Call(outside(p), joinSum, tree) })
	})
	g := takt.NewGroup(outside(p))
	g.SetLimit(2)
	g.Go(func(takt.Task) error { return nil })
	if err := g.Wait(); err != nil {
		t.Error(err)
	}
}

func TestCase056LargeNumbersAreRefusedOrFit(t *testing.T) {
	p, err := takt.New(takt.Config{Workers: math.MaxInt32})
	if err != nil {
		t.Fatalf("the largest number of workers is refused: %v", err)
	}
	p.Close()
	if strconv.IntSize == 32 {
		return
	}
	tooMany := math.MaxInt32
	tooMany++
	if _, err := takt.New(takt.Config{Workers: tooMany}); err == nil || !strings.Contains(err.Error(), "2147483648") {
		t.Errorf("error %v, want one that names the number", err)
	}
	g := takt.NewGroup(outside(open(t, 2)))
	g.SetLimit(math.MaxInt)
	ran := false
	g.Go(func(takt.Task) error { ran = true; return nil })
	if g.Wait(); !ran {
		t.Error("a group with the largest limit runs nothing")
	}
}
