package modeltest

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"github.com/anishathalye/porcupine"
	"github.com/takt-go/takt/internal/sched"
	"github.com/takt-go/takt/internal/testkit"
)

// What happens to a list of offers: its owner offers jobs and joins them, and
// thieves take the oldest.
type input struct {
	what string // "offer", "steal" or "join"
	id   int
}

// listModel is the sequential list: the ids of what is offered, oldest first.
// The output of a join says whether the owner got the job back.
var listModel = porcupine.Model{
	Init: func() any { return []int(nil) },
	Step: func(state, in, out any) (bool, any) {
		ids, op := state.([]int), in.(input)
		at := slices.Index(ids, op.id)
		rest := func() []int { return slices.Delete(slices.Clone(ids), at, at+1) }
		switch {
		case op.what == "offer":
			return at < 0, append(slices.Clone(ids), op.id)
		case op.what == "steal":
			if at != 0 {
				return false, nil
			}
			return true, rest()
		case out.(bool):
			if at < 0 {
				return false, nil
			}
			return true, rest()
		}
		return at < 0, ids
	},
	Equal: func(a, b any) bool { return slices.Equal(a.([]int), b.([]int)) },
}

// A history is what was seen of one list. Its clock counts.
type history struct {
	clock atomic.Int64
	mu    sync.Mutex
	ops   []porcupine.Operation
}

func (h *history) now() int64 { return h.clock.Add(1) }

func (h *history) add(client int, in input, call int64, out bool, end int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ops = append(h.ops, porcupine.Operation{ClientId: client, Input: in, Call: call, Output: out, Return: end})
}

// offeredJob is an offer that notes who takes it.
type offeredJob struct {
	sched.Job
	id      int
	in      *history
	offered int64
}

type offeredKind struct{}

func (*offeredKind) Promote(*sched.Frame) (*sched.Job, bool) { panic("not a fork") }

// Run is called by thieves only: the theft came after the offer was begun, and
// before this.
func (*offeredKind) Run(_ sched.Task, h *sched.Job) {
	j := (*offeredJob)(unsafe.Pointer(h))
	j.in.add(j.id, input{"steal", j.id}, j.offered, false, j.in.now())
}

var offeredWord = sched.WordOf((*offeredKind)(nil))

// record offers and joins n jobs at random, and returns what was seen.
func record(rng *rand.Rand, p *sched.Pool, n int) []porcupine.Operation {
	h := new(history)
	r := sched.Begin(sched.OutsideOf(p.Task()))
	defer r.End()
	var open []*offeredJob
	for id := 0; id < n || len(open) > 0; {
		if id < n && (len(open) == 0 || rng.IntN(2) == 0) {
			j := &offeredJob{id: id, in: h}
			r.Chain(nil, &j.Job, offeredWord)
			j.offered = h.now()
			r.Offer(&j.Job, &j.Job, 1)
			h.add(n, input{"offer", id}, j.offered, false, h.now())
			open = append(open, j)
			id++
		} else {
			j := open[len(open)-1]
			open = open[:len(open)-1]
			call := h.now()
			back := !r.Join(&j.Job)
			h.add(n, input{"join", j.id}, call, back, h.now())
		}
		for range rng.IntN(200) {
			h.clock.Load()
		}
	}
	return h.ops
}

// Taking, taking back and stealing are as if each happened at one moment.
func TestOffersAreLinearizable(t *testing.T) {
	rng := testkit.Rand(t)
	p := sched.NewPool("", 8)
	defer p.Close()
	for i, start := 0, time.Now(); ; i++ {
		ops := record(rng, p, 60)
		if result := porcupine.CheckOperationsTimeout(listModel, ops, 10*time.Second); result != porcupine.Ok {
			t.Fatalf("%v: %+v", result, ops)
		}
		s := p.Stats()
		contended := s.Stolen > 100 && s.TakenBack > 100 || runtime.GOMAXPROCS(0) == 1 // where they hardly meet
		if i >= 300 && contended {
			return
		}
		if !contended && time.Since(start) > 20*time.Second {
			t.Fatalf("thieves and owner hardly ever met: %+v", s)
		}
	}
}

func TestLinearizabilityCheckFindsPlantedBugs(t *testing.T) {
	offer := func(id int, at int64) porcupine.Operation {
		return porcupine.Operation{Input: input{"offer", id}, Output: false, Call: at, Return: at + 1}
	}
	steal := func(id int, call, end int64) porcupine.Operation {
		return porcupine.Operation{ClientId: 10 + id, Input: input{"steal", id}, Output: false, Call: call, Return: end}
	}
	join := func(id int, back bool, at int64) porcupine.Operation {
		return porcupine.Operation{Input: input{"join", id}, Output: back, Call: at, Return: at + 1}
	}
	right := []porcupine.Operation{offer(0, 1), offer(1, 3), steal(0, 1, 9), join(1, true, 5), join(0, false, 7)}
	if !porcupine.CheckOperations(listModel, right) {
		t.Error("a right history is refused")
	}
	for name, ops := range map[string][]porcupine.Operation{
		"stolen and taken back":       {offer(0, 1), steal(0, 1, 9), join(0, true, 5)},
		"joined, and taken by nobody": {offer(0, 1), join(0, false, 5)},
		"stolen twice":                {offer(0, 1), steal(0, 1, 9), steal(0, 1, 12), join(0, false, 14)},
		"the younger stolen first":    {offer(0, 1), offer(1, 3), steal(1, 3, 6), join(1, false, 8), join(0, true, 10)},
		"stolen after it was joined":  {offer(0, 1), join(0, false, 3), steal(0, 6, 9)},
	} {
		if porcupine.CheckOperations(listModel, ops) {
			t.Errorf("%s: not found", name)
		}
	}
}
