package hydiff

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/fuzz"
	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/unify"
)

// The phases of the symbolic part, as notes of tests name them.
const (
	phaseDivergence = "divergence" // an input for a way on which the versions part
	phaseAfter      = "after"      // a path that follows a divergence
	phaseNeighbour  = "neighbour"  // a branch of an input taken the other way
)

// maxHeap is the size of the heap, in bytes, beyond which no more states are made.
const maxHeap = 768 << 20

// errShare says that the steps of a turn are used up.
var errShare = errors.New("the share of the turn is spent")

// symbolic is the symbolic part: shadow symbolic execution of what the fuzzing part keeps.
type symbolic struct {
	run      *run
	task     *engines.Task
	explorer *symexec.Explorer
	left     int64                // steps of the turn
	share    int64                // of the whole turn
	followed map[*fuzz.Kept]int64 // by kept input: the share in which it was followed, -1 to its end
	own      []*program.Input     // made here, not kept and not yet followed
	paths    []*followed
	points   []*symexec.Divergence
	tried    map[[sha256.Size]byte]bool // inputs, by the hash of their keys
	prefixes map[[sha256.Size]byte]bool // of path conditions, of which the last was negated
	n        struct{ divergences, after, neighbours int64 }
}

// followed is a path whose branches are to be taken the other way.
type followed struct {
	path *symexec.Path
	next int // constraint to be negated next, down to the first that is not of the model
	done int // how many were
}

func newSymbolic(ctx context.Context, task *engines.Task, r *run) (*symbolic, error) {
	d := delta.Compute(task.Old.Version, task.New.Version)
	u, err := unify.Merge(ctx, d, task.Old.Program, task.New.Program, task.Compile)
	if err != nil {
		return nil, err
	}
	s := &symbolic{
		run: r, task: task, followed: map[*fuzz.Kept]int64{},
		tried: map[[sha256.Size]byte]bool{}, prefixes: map[[sha256.Size]byte]bool{},
	}
	s.explorer, err = symexec.New(u.Program, symexec.Options{
		Shadow:         true,
		Seed:           task.Seed,
		Limits:         symexec.Limits{MaxSteps: task.RunSteps, MaxMemory: task.RunMemory},
		QuerySteps:     r.p.QuerySteps,
		Population:     symexec.Population{MaxStates: r.p.MaxStates, MaxHeap: maxHeap},
		DivergencesPer: r.p.PerPoint,
		Spend:          s.spend,
	})
	return s, err
}

func (s *symbolic) spend(n int64) error {
	if err := s.run.rec.Spend(n); err != nil {
		return err
	}
	if s.left -= n; s.left < 0 {
		return errShare
	}
	return nil
}

// turn works for a share of steps, and reports whether there is more to do. A quarter of what
// is left goes to each divergence, so that new inputs have a turn, too.
func (s *symbolic) turn(ctx context.Context, share int64) (bool, error) {
	s.left, s.share = share, share
	for ctx.Err() == nil && s.left > 0 {
		busy := false
		for _, work := range []func(context.Context) (bool, error){s.follow, s.neighbours, s.after} {
			if s.left <= 0 {
				break
			}
			did, err := work(ctx)
			if err != nil && !errors.Is(err, errShare) {
				return false, err
			}
			busy = busy || did
		}
		if !busy {
			return false, nil
		}
	}
	return true, nil
}

// pick returns the kept input to follow next: one that diverges before others, of these the
// one that was found last. One that a shorter turn could not follow to its end is tried again.
func (s *symbolic) pick() *fuzz.Kept {
	var best *fuzz.Kept
	for _, k := range s.run.fuzzer.Queue() {
		if was, ok := s.followed[k]; ok && (was < 0 || was >= s.share) {
			continue
		}
		if best == nil || s.run.why[k].diverges() || !s.run.why[best].diverges() {
			best = k
		}
	}
	return best
}

// follow follows a kept input as both versions or, if there is none, one that was made here
// and not kept, the first made first.
func (s *symbolic) follow(ctx context.Context) (bool, error) {
	if k := s.pick(); k != nil {
		s.followed[k] = s.share
		err := s.along(ctx, k.Input)
		if err == nil {
			s.followed[k] = -1
		}
		return true, err
	}
	if len(s.own) == 0 {
		return false, nil
	}
	in := s.own[0]
	s.own = s.own[1:]
	return true, s.along(ctx, in)
}

// along follows an input and tries inputs for the ways to part.
func (s *symbolic) along(ctx context.Context, in *program.Input) error {
	path, err := s.explorer.Shadow(ctx, &s.task.Model, in, func(d *symexec.Divergence) error {
		s.n.divergences++
		if !d.Output {
			s.points = append(s.points, d)
		}
		_, err := s.offer(ctx, &d.Input, engines.Note{Phase: phaseDivergence, Divergence: &engines.Divergence{Old: d.At, New: d.At}})
		return err
	})
	if err == nil && path != nil {
		s.paths = append(s.paths, &followed{path: path, next: len(path.Condition) - 1})
	}
	return err
}

// neighbours takes branches of the path that was followed last the other way, the latest
// first: those before them have been, most often, for inputs that came before. An input that
// is not kept is followed later: what follows its branch may be new.
func (s *symbolic) neighbours(ctx context.Context) (bool, error) {
	if len(s.paths) == 0 {
		return false, nil
	}
	f := s.paths[len(s.paths)-1]
	most := s.run.p.Neighbours
	for ; f.next >= f.path.Domains && (most == 0 || f.done < most); f.next-- {
		key := prefix(f.path.Condition[:f.next+1])
		if s.prefixes[key] {
			continue
		}
		s.prefixes[key] = true
		f.done++
		in, ok := s.explorer.Negate(f.path, f.next)
		if err := s.explorer.Charge(); err != nil {
			f.next--
			return true, err
		}
		if !ok {
			continue
		}
		f.next--
		s.n.neighbours++
		kept, err := s.offer(ctx, &in, engines.Note{Phase: phaseNeighbour})
		if !kept && err == nil && len(s.own) < mostOwn {
			s.own = append(s.own, &in)
		}
		return true, err
	}
	s.paths = s.paths[:len(s.paths)-1]
	return true, nil
}

// prefix returns the hash of the beginning of a path condition.
func prefix(condition []bitvec.Term) [sha256.Size]byte {
	data := make([]byte, 0, 8*len(condition))
	for _, t := range condition {
		data = binary.LittleEndian.AppendUint64(data, uint64(t))
	}
	return sha256.Sum256(data)
}

// after explores what follows a divergence, each in turn, with a quarter of what is left.
func (s *symbolic) after(ctx context.Context) (bool, error) {
	for len(s.points) > 0 && s.points[0].Done() {
		s.points = s.points[1:]
	}
	if len(s.points) == 0 {
		return false, nil
	}
	d := s.points[0]
	s.points = append(s.points[1:], d)
	rest := s.left
	s.left = max(rest/4, 1)
	given := s.left
	note := engines.Note{Phase: phaseAfter, Divergence: &engines.Divergence{Old: d.At, New: d.At}}
	err := s.explorer.Continue(ctx, d, func(path *symexec.Path) error {
		s.n.after++
		_, err := s.offer(ctx, &path.Input, note)
		return err
	})
	s.left = rest - (given - s.left)
	return true, err
}

// mostOwn bounds the inputs that wait to be followed although they were not kept.
const mostOwn = 10_000

// offer gives an input to the fuzzing part, once, and reports whether that keeps it.
func (s *symbolic) offer(ctx context.Context, in *program.Input, note engines.Note) (bool, error) {
	key := sha256.Sum256([]byte(in.Key()))
	if s.tried[key] {
		return true, nil // as far as anything is to be done about it
	}
	s.tried[key] = true
	k, trial, err := s.run.fuzzer.Offer(ctx, in, note)
	if err != nil {
		return false, err
	}
	s.left -= trial.Steps()
	if k != nil {
		s.run.keep(k)
		s.run.sent++
	}
	return k != nil, nil
}

// count reports what the symbolic machine did.
func (s *symbolic) count() {
	st, sh := &s.explorer.Stats, s.explorer.ShadowStats()
	for _, c := range []struct {
		name string
		n    int64
	}{
		{"divergences", s.n.divergences}, {"paths.after", s.n.after}, {"neighbours", s.n.neighbours},
		{"forks.four-way", sh.Forks}, {"queries", st.Queries}, {"queries.unknown", st.Unknown},
	} {
		if c.n > 0 {
			s.run.rec.Count(c.name, c.n)
		}
	}
}
