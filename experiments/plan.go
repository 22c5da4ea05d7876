package experiments

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/external"
	"github.com/riftlab/rift/engines/pair"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/results"
)

// Plan is what an experiment will do, completely: equal plans give equal
// records (with a steps or tests budget). It is immutable and is kept in the
// result folder as plan.json.
type Plan struct {
	// Hash is the SHA-256 of everything below that influences records.
	Hash   string       `json:"hash"`
	Name   string       `json:"name"`
	Title  string       `json:"title"` // heads the report; not hashed
	Seed   int64        `json:"seed"`
	StopAt Goal         `json:"stop_at"`
	Budget BudgetConfig `json:"budget"`
	Record RecordConfig `json:"record"`
	// Equivalence says which outcomes count as the same. Plans with the default
	// have the hash that they had before there was a choice.
	Equivalence program.Equivalence `json:"equivalence,omitzero"`
	// Subjects tells, by name, which subjects the tasks are about.
	Subjects map[string]PlanSubject `json:"subjects"`
	// Foreign are the engines that are foreign processes, by label. What they say may
	// depend on more than the plan; transcripts of them do not.
	Foreign map[string]external.Spec `json:"foreign,omitempty"`
	Batches []Batch                  `json:"batches,omitempty"` // in the order in which they are started
}

// PlanSubject identifies a subject of a plan by what it is (Hash) and where it
// is on this machine (the arguments of corpora.Open, not hashed).
type PlanSubject struct {
	Ref  string `json:"ref"`
	Base string `json:"base"`
	Hash string `json:"hash"` // of the subject with its own model
	// Model, if not nil, takes the place of the subject's own.
	Model *program.InputModel `json:"model,omitempty"`
}

// RunLimits returns the limits of one run.
func (p *Plan) RunLimits() pair.Options { return p.Budget.run(p.Equivalence) }

// with returns the subject as the plan has it; s is left as it is.
func (p *PlanSubject) with(s *corpora.Subject) *corpora.Subject {
	if p.Model == nil {
		return s
	}
	changed := *s
	changed.Model = *p.Model
	return &changed
}

// Make works out the plan of an experiment. It loads the subjects. From maps
// names of subjects to the references that stand for them on this machine,
// such as "tcas" to "sir:/data/tcas". The end of ctx ends the work: its error is
// returned as it is.
func Make(ctx context.Context, c *Config, env Environment, from map[string]string) (*Plan, error) {
	p := &Plan{
		Name: c.Name, Title: c.Title, Seed: c.Seed, StopAt: c.StopAt,
		Budget: c.Budget, Record: c.Record, Equivalence: c.Equivalence, Subjects: map[string]PlanSubject{},
	}
	chosen, err := chooseEngines(c, env.Engines)
	if err != nil {
		return nil, err
	}
	for _, e := range chosen {
		if e.foreign != nil {
			if p.Foreign == nil {
				p.Foreign = map[string]external.Spec{}
			}
			p.Foreign[e.Label] = *e.foreign
		}
	}
	subjects, err := openSubjects(ctx, c, env, from, p)
	if err != nil {
		return nil, err
	}
	if err := checkPairs(c, subjects); err != nil {
		return nil, err
	}
	if err := checkSize(c, chosen, subjects); err != nil {
		return nil, err
	}
	pools := newSuspects(env, c)
	for _, s := range subjects {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		hash := s.Hash() // the model counts: what it makes possible, others may not find
		for i := range s.Pairs {
			pair := s.Pairs[i]
			if !c.takes(s, &pair) {
				continue
			}
			about := aboutPair(s, hash, &pair)
			fromPool := ""
			if c.Failing == FailingPool && pair.Failing == "" && s.Native == nil && explains(chosen) {
				if err := pools.name(ctx, s, &pair, &about); ctx.Err() != nil {
					return nil, ctx.Err()
				} else if err != nil {
					return nil, c.errorAt("failing", fmt.Sprintf("subject %s, pair %s: %v", s.Name, pair.Name, err))
				}
				fromPool = pair.Failing
			}
			for _, e := range chosen {
				p.addBatch(c, e, s, &pair, about, fromPool)
			}
		}
	}
	if len(p.Batches) == 0 {
		return nil, c.errorAt("engine", "no pair of these subjects suits any of these engines, so that there is nothing to do")
	}
	if err := p.seal(ctx); err != nil {
		return nil, err
	}
	return p, nil
}

type chosenEngine struct {
	EngineConfig
	about   engines.Description
	foreign *external.Spec // of an engine with a command
	pool    string         // what it is given of a pool's tests
}

// tasks returns the number of tasks of the engine on a pair of a subject.
func (e *chosenEngine) tasks(c *Config, s *corpora.Subject, pair *corpora.Pair) int {
	switch {
	case s.Native != nil && e.about.Kind != engines.Explain:
		return 0
	case e.about.Kind == engines.Explain && pair.Failing == "":
		return 0
	case e.about.Deterministic:
		return 1
	case e.Seeds > 0:
		return e.Seeds
	}
	return c.Seeds
}

// maxTasks bounds a plan, which is kept in memory and in one file.
const maxTasks = 1_000_000

// checkSize refuses experiments with too many tasks.
func checkSize(c *Config, chosen []chosenEngine, subjects []*corpora.Subject) error {
	total := 0
	for _, s := range subjects {
		for i := range s.Pairs {
			if !c.takes(s, &s.Pairs[i]) {
				continue
			}
			for _, e := range chosen {
				n := e.tasks(c, s, &s.Pairs[i])
				if n > maxTasks-total {
					return c.errorAt("seeds", "the experiment has more than 1,000,000 tasks: take fewer seeds, pairs or engines, or make several experiments of it")
				}
				total += n
			}
		}
	}
	return nil
}

func chooseEngines(c *Config, all []engines.Engine) ([]chosenEngine, error) {
	var chosen []chosenEngine
	for _, ec := range c.Engines {
		if len(ec.Command) > 0 {
			e, err := c.chooseForeign(ec, all)
			if err != nil {
				return nil, err
			}
			chosen = append(chosen, e)
			continue
		}
		e, err := findEngine(ec.Name, all)
		if err != nil {
			return nil, c.errorAt("engine.name", err.Error())
		}
		about := engines.Describe(e)
		params, bad := newParams(ec.Params).check(about.Params)
		if bad != nil {
			return nil, c.errorAt(strings.TrimSuffix("engine.params."+bad.Key, "."), fmt.Sprintf("engine %q: %s", ec.Name, bad.Msg))
		}
		if k, ok := params.(engines.Kinder); ok {
			about.Kind = k.Kind()
		}
		chosen = append(chosen, chosenEngine{ec, about, nil, engines.PoolUseOf(params)})
	}
	return chosen, nil
}

// findEngine returns the engine of that name; the error names the nearest.
func findEngine(name string, all []engines.Engine) (engines.Engine, error) {
	var names []string
	for _, e := range all {
		if e.Name() == name {
			return e, nil
		}
		names = append(names, e.Name())
	}
	sort.Strings(names)
	msg := fmt.Sprintf("unknown engine %q", name)
	if near := corpora.Nearest(name, names); near != "" {
		return nil, fmt.Errorf("%s; did you mean %q?", msg, near)
	}
	return nil, fmt.Errorf("%s; there are %s", msg, strings.Join(names, ", "))
}

func openSubjects(ctx context.Context, c *Config, env Environment, from map[string]string, p *Plan) ([]*corpora.Subject, error) {
	base, err := filepath.Abs(c.Dir)
	if err != nil {
		return nil, err
	}
	var subjects []*corpora.Subject
	for _, pattern := range c.Subjects {
		refs, err := expand(pattern, env.Subjects)
		if err != nil {
			return nil, c.errorAt("subjects", err.Error())
		}
		for _, ref := range refs {
			where := PlanSubject{Ref: ref, Base: base}
			if path, ok := from[ref]; ok {
				where = given(path)
			}
			where.Model = c.Model
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			found, err := env.Open(where.Ref, where.Base)
			if errors.Is(err, corpora.ErrNoSubject) && !strings.ContainsAny(ref, `/\`) {
				err = fmt.Errorf("%w; if you have it, say where with --from %s=PATH", err, ref)
			}
			if err != nil {
				return nil, c.errorAt("subjects", err.Error())
			}
			for _, s := range found {
				if err := fits(c.Model, s); err != nil {
					return nil, c.errorAt("model", err.Error())
				}
				where.Hash = s.Hash()
				if known, ok := p.Subjects[s.Name]; !ok {
					subjects = append(subjects, where.with(s))
				} else if known.Hash != where.Hash {
					return nil, c.errorAt("subjects", fmt.Sprintf("two different subjects are called %q", s.Name))
				}
				p.Subjects[s.Name] = where
			}
		}
	}
	return subjects, nil
}

// fits reports why a model, if there is one, cannot take the place of a subject's
// own: it starts another function than the subject's tests do, or nothing draws
// from it.
func fits(m *program.InputModel, s *corpora.Subject) error {
	start := func(entry string) string { return cmp.Or(entry, "main") }
	switch {
	case m == nil:
		return nil
	case s.Native != nil:
		return fmt.Errorf("subject %s is built and tested by commands: it has no input model", s.Name)
	case m.Entry != s.Model.Entry:
		return fmt.Errorf("the model starts %s, but subject %s starts %s", start(m.Entry), s.Name, start(s.Model.Entry))
	}
	return nil
}

// openPlanned loads a subject of a plan and checks that it is the planned one.
func (env *Environment) openPlanned(name string, at PlanSubject) (*corpora.Subject, error) {
	all, err := env.Open(at.Ref, at.Base)
	if err != nil {
		return nil, err
	}
	for _, s := range all {
		if s.Name != name {
			continue
		}
		if hash := s.Hash(); hash != at.Hash {
			return nil, fmt.Errorf("subject %s has changed since the experiment was planned (hash %.12s, planned %.12s)", name, hash, at.Hash)
		}
		return at.with(s), nil
	}
	return nil, fmt.Errorf("%s holds no subject %q any more", at.Ref, name)
}

// Subject loads a subject of the plan; that it is not the planned one is an
// error.
func (p *Plan) Subject(env Environment, name string) (*corpora.Subject, error) {
	at, ok := p.Subjects[name]
	if !ok {
		return nil, fmt.Errorf("the plan has no subject %q", name)
	}
	return env.openPlanned(name, at)
}

// expand replaces a pattern of names by the names that match it; anything else
// is a reference already.
func expand(ref string, names []string) ([]string, error) {
	if !strings.ContainsAny(ref, "*?[") || strings.ContainsAny(ref, `:/\`) {
		return []string{ref}, nil
	}
	var refs []string
	for _, n := range names {
		ok, err := path.Match(ref, n)
		if err != nil {
			return nil, fmt.Errorf("%q is no pattern: %w", ref, err)
		}
		if ok {
			refs = append(refs, n)
		}
	}
	if len(refs) == 0 {
		return nil, fmt.Errorf("no bundled subject matches %q; there are %s", ref, strings.Join(names, ", "))
	}
	return refs, nil
}

// given returns the subject at a path of this machine: a manifest or its
// folder, or else a folder in the SIR layout.
func given(path string) PlanSubject {
	base, err := os.Getwd()
	if err != nil {
		base = "" // relative paths are the working directory's all the same
	}
	info, err := os.Stat(path)
	if err == nil && info.IsDir() {
		if _, err := os.Stat(filepath.Join(path, corpora.ManifestName)); err != nil {
			path = "sir:" + path
		}
	}
	return PlanSubject{Ref: path, Base: base}
}

// checkPairs refuses patterns that no pair matches.
func checkPairs(c *Config, subjects []*corpora.Subject) error {
	var names []string
	for _, pattern := range c.Pairs {
		if _, err := path.Match(pattern, ""); err != nil {
			return c.errorAt("pairs", fmt.Sprintf("%q is no pattern: %v", pattern, err))
		}
		found := false
		names = names[:0]
		for _, s := range subjects {
			for i := range s.Pairs {
				p := &s.Pairs[i]
				found = found || matchesPair(pattern, s, p)
				names = append(names, p.Name)
				if strings.Contains(pattern, "/") {
					names[len(names)-1] = s.Name + "/" + p.Name
				}
			}
		}
		if !found {
			msg := fmt.Sprintf("no pair matches %q", pattern)
			if near := corpora.Nearest(pattern, names); near != "" {
				msg += fmt.Sprintf("; did you mean %q?", near)
			}
			return c.errorAt("pairs", msg)
		}
	}
	return nil
}

// takes reports whether the experiment is about a pair: it matches one of the
// patterns, or there are none.
func (c *Config) takes(s *corpora.Subject, p *corpora.Pair) bool {
	return len(c.Pairs) == 0 || slices.ContainsFunc(c.Pairs, func(pattern string) bool { return matchesPair(pattern, s, p) })
}

// matchesPair matches a pattern with the name of a pair; one with a slash with
// SUBJECT/PAIR.
func matchesPair(pattern string, s *corpora.Subject, p *corpora.Pair) bool {
	name := p.Name
	if strings.Contains(pattern, "/") {
		name = s.Name + "/" + p.Name
	}
	ok, err := path.Match(pattern, name)
	return err == nil && ok
}

// aboutPair returns what Start records say of a pair, whatever the engine.
func aboutPair(s *corpora.Subject, hash string, pair *corpora.Pair) results.Start {
	d := delta.Compute(s.Version(pair.Old), s.Version(pair.New))
	start := results.Start{
		Subject: s.Name, Pair: pair.Name, SubjectHash: hash, Changes: len(d.Changes),
		Seeded: pair.Seeded, Equivalent: pair.Equivalent, Golden: pair.Golden != "",
	}
	for _, c := range d.Changes {
		if slices.ContainsFunc(pair.Truth, func(p corpora.Place) bool { return covers(p, c) }) {
			start.Truth = append(start.Truth, c.ID)
		}
	}
	for _, e := range pair.Errors {
		if e.Fix != "" {
			start.Known = append(start.Known, results.KnownError{ID: e.ID, Doc: e.Doc, Published: e.Published})
		}
	}
	return start
}

// covers reports whether a place has a line of the change.
func covers(p corpora.Place, c *delta.Change) bool {
	for i := range c.New {
		if p.Contains(c.File, c.NewLine+i, false) {
			return true
		}
	}
	for i := range c.Old {
		if p.Contains(c.File, c.OldLine+i, true) {
			return true
		}
	}
	return false
}

// addBatch adds the tasks of one engine on one pair: one for each seed, or one
// alone if the engine is deterministic. Failing is the test to explain if it is
// not the manifest's.
func (p *Plan) addBatch(c *Config, e chosenEngine, s *corpora.Subject, pair *corpora.Pair, start results.Start, failing string) {
	n := e.tasks(c, s, pair)
	if n == 0 {
		return
	}
	if e.about.Kind == engines.Explain {
		start.Known = nil // it tries no tests that could expose them
	} else {
		start.Truth, failing = nil, ""
	}
	if e.about.Kind == engines.Generate && len(s.Tests) > 0 {
		start.Pool = e.pool
	}
	start.Kind, start.Deterministic = string(e.about.Kind), e.about.Deterministic
	p.Batches = append(p.Batches, Batch{
		Subject: start.Subject, Pair: start.Pair, Engine: e.Name, Label: e.Label,
		Params: newParams(e.Params), Failing: failing, Start: start, Count: n,
	})
}

// Len returns the number of tasks.
func (p *Plan) Len() int {
	n := 0
	for i := range p.Batches {
		n += p.Batches[i].Count
	}
	return n
}

// Tasks returns the tasks in the order in which they are started.
func (p *Plan) Tasks() iter.Seq[TaskSpec] {
	return func(yield func(TaskSpec) bool) {
		for i := range p.Batches {
			b := &p.Batches[i]
			for n := 1; n <= b.Count; n++ {
				if !yield(b.task(p.Seed, n)) {
					return
				}
			}
		}
	}
}

// planned names a task of a plan by its batch and its number there, from 1.
type planned struct{ batch, n int32 }

func (p *Plan) task(at planned) TaskSpec { return p.Batches[at.batch].task(p.Seed, int(at.n)) }

// UnmarshalJSON reads plan.json, also of the days when it listed tasks one by one.
func (p *Plan) UnmarshalJSON(data []byte) error {
	type plain Plan
	file := struct {
		*plain
		Tasks []TaskSpec `json:"tasks"`
	}{plain: (*plain)(p)}
	if err := json.Unmarshal(data, &file); err != nil {
		return err
	}
	for _, t := range file.Tasks {
		if k := len(p.Batches) - 1; k >= 0 && p.Batches[k].id(p.Batches[k].Count+1) == t.ID {
			p.Batches[k].Count++
			continue
		}
		b := Batch{Subject: t.Subject, Pair: t.Pair, Engine: t.Engine, Label: t.Label, Params: t.Params, Failing: t.Failing, Start: t.Start, Count: 1}
		if b.id(1) != t.ID {
			return fmt.Errorf("task %q is not the first of its engine and pair", t.ID)
		}
		p.Batches = append(p.Batches, b)
	}
	return nil
}

// seal sets the hash. Titles and places on disk do not enter it, so that
// machines with other folders run slices of the same plan. The end of ctx ends it.
func (p *Plan) seal(ctx context.Context) error {
	q := *p
	q.Hash, q.Title, q.Batches = "", "", nil
	q.Subjects, q.Foreign = map[string]PlanSubject{}, maps.Clone(p.Foreign)
	for label, spec := range q.Foreign {
		spec.Folder = ""
		q.Foreign[label] = spec
	}
	for name, s := range p.Subjects {
		q.Subjects[name] = PlanSubject{Hash: s.Hash, Model: s.Model}
	}
	// What is hashed lists the tasks one by one, as plan.json once did: plans keep the hash
	// that they had then.
	head := mustMarshal(&q)
	h := sha256.New()
	h.Write(head[:len(head)-1])
	h.Write([]byte(`,"tasks":[`))
	buf := make([]byte, 0, 64<<10)
	for i := range p.Batches {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		b := &p.Batches[i]
		what, how := b.parts()
		for n := 1; n <= b.Count; n++ {
			if i > 0 || n > 1 {
				buf = append(buf, ',')
			}
			id := b.id(n)
			buf = append(append(buf, `{"id":`...), mustMarshal(id)...)
			buf = append(append(buf, what...), `,"seed":`...)
			buf = append(strconv.AppendUint(buf, deriveSeed(p.Seed, id), 10), how...)
			if len(buf) > cap(buf)/2 {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				h.Write(buf)
				buf = buf[:0]
			}
		}
	}
	h.Write(append(buf, "]}"...))
	p.Hash = hex.EncodeToString(h.Sum(nil))
	return nil
}

// startOf returns the Start record of a task.
func (p *Plan) startOf(t *TaskSpec) results.Start {
	s := t.Start
	s.Experiment, s.Engine, s.Seed, s.Equivalence = p.Hash, t.Label, t.Seed, p.Equivalence
	s.Budget = results.Budget{Wall: time.Duration(p.Budget.Wall).Seconds(), CPU: time.Duration(p.Budget.CPU).Seconds(), Steps: p.Budget.Steps, Tests: p.Budget.Tests}
	return s
}

// Shard is the slice I of N of a plan, from 1: the tasks whose number leaves
// the remainder I-1 when divided by N. The zero Shard is the whole plan.
type Shard struct{ I, N int }

// ParseShard reads "i/n".
func ParseShard(s string) (Shard, error) {
	var sh Shard
	if _, err := fmt.Sscanf(s, "%d/%d", &sh.I, &sh.N); err != nil || fmt.Sprintf("%d/%d", sh.I, sh.N) != s || sh.I < 1 || sh.I > sh.N {
		return Shard{}, fmt.Errorf("shard %q: write i/n with 1 <= i <= n, such as 2/4", s)
	}
	return sh, nil
}

func (s Shard) has(task int) bool { return s.N == 0 || task%s.N == s.I-1 }
