package takt_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"
	"unsafe"

	"github.com/takt-go/takt"
	"github.com/takt-go/takt/internal/contract"
	"github.com/takt-go/takt/internal/sched"
)

func TestContractTaskIsOneWord(t *testing.T) {
	const word = unsafe.Sizeof(uintptr(0))
	if got := unsafe.Sizeof(takt.Task{}); got != word {
		t.Errorf("a Task has %d bytes, want one word", got)
	}
	if got := unsafe.Sizeof(takt.Forked[*node, int]{}); got != 4*word {
		t.Errorf("a fork with a one-word argument has %d bytes, want four words: a fifth would cost several ns", got)
	}
	if got := unsafe.Sizeof(takt.Forked[string, [9]int]{}); got != 5*word {
		t.Errorf("a fork with a two-word argument has %d bytes, want five words: the result has no place in it", got)
	}
	if got := unsafe.Sizeof(takt.Forked[struct{}, int]{}); got > 4*word {
		t.Errorf("a fork without an argument has %d bytes, want at most four words", got)
	}
}

func TestContractJobHeadIsSmall(t *testing.T) {
	const word = unsafe.Sizeof(uintptr(0))
	if got, limit := unsafe.Sizeof(sched.Job{}), 128-word; word == 8 && got > limit {
		t.Errorf("the head of a job has %d bytes; with the function it may have 128", got)
	} else {
		t.Logf("the head of a job has %d bytes", got)
	}
}

// The flag is read by all processors all the time. Two lines are kept free on
// each side, since processors fetch lines in pairs.
func TestContractFlagHasItsCacheLinesAlone(t *testing.T) {
	const line = 64
	pkg, _ := contract.Package(t, "internal/sched")
	for _, arch := range []string{"amd64", "arm64", "386"} {
		fields, size := contract.Fields(t, pkg, "want", arch)
		before, behind := contract.Distances(fields, "flag", size)
		t.Logf("%s: %d bytes before the flag, %d behind", arch, before, behind)
		if before < 2*line || behind < 2*line-4 {
			t.Errorf("%s: %d bytes before the flag and %d behind, want two lines", arch, before, behind)
		}
		for _, own := range []struct{ object, field string }{{"Pool", "busy"}} {
			fields, size := contract.Fields(t, pkg, own.object, arch)
			if before, behind := contract.Distances(fields, own.field, size); before < line || behind < line {
				t.Errorf("%s: %d bytes before %s.%s and %d behind, want a line", arch, before, own.object, own.field, behind)
			}
		}
	}
}

func TestContractDistanceCheckFindsANeighbour(t *testing.T) {
	fields := []contract.Field{{Name: "_", Size: 128}, {Name: "flag", Offset: 128, Size: 4}, {Name: "near", Offset: 136, Size: 8}}
	if before, behind := contract.Distances(fields, "flag", 272); before != 128 || behind != 4 {
		t.Errorf("%d bytes before and %d behind, want 128 and 4", before, behind)
	}
}

// On 32-bit processors a 64-bit atomic operation faults on what is not aligned.
// The types of sync/atomic align themselves, plain integers do not.
func TestContract64BitAtomicsAreTyped(t *testing.T) {
	for _, dir := range []string{".", "internal/sched", "internal/park", "internal/policy"} {
		_, files := contract.Package(t, dir)
		for _, call := range contract.RawAtomics(files) {
			t.Errorf("%s: %s: use a type of sync/atomic", dir, call)
		}
	}
	pkg, _ := contract.Package(t, "internal/sched")
	for _, name := range pkg.Scope().Names() {
		fields, _ := contract.Fields(t, pkg, name, "386")
		for _, f := range fields {
			if typ := f.Type.String(); strings.HasSuffix(typ, "atomic.Int64") && f.Offset%8 != 0 {
				t.Errorf("%s.%s lies at %d on 386", name, f.Name, f.Offset)
			}
		}
	}
}

func TestContractAtomicsCheckFindsRawCalls(t *testing.T) {
	const source = `package p

import "sync/atomic"

var n int64
var typed atomic.Int64

func f() uint32 { atomic.AddInt64(&n, 1); typed.Add(1); var m uint32; return atomic.LoadUint32(&m) }
`
	file, err := parser.ParseFile(token.NewFileSet(), "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := contract.RawAtomics([]*ast.File{file}); len(got) != 1 || got[0] != "atomic.AddInt64" {
		t.Errorf("%q, want atomic.AddInt64", got)
	}
}
