package external

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/deltadebug"
	"github.com/riftlab/rift/program/delta"
)

// session is rift's side of a conversation: it does what requests ask for. It is used
// by one goroutine.
type session struct {
	task  *engines.Task
	rec   engines.Recorder
	kind  engines.Kind
	log   io.Writer
	trace bool // messages are logged, too
	tape  *tape
	delta *delta.Delta

	reach  *reach             // made by the first try
	tester *deltadebug.Tester // made by the first judge

	// stop is why nothing more is run; "" before the tool was told to stop. Spent
	// tells that it is the budget.
	stop  string
	spent bool

	refused  int // requests in a row
	late     int // requests after stop that would have run something
	counters map[string]bool
	written  int   // bytes of requirements and explanations
	charged  int64 // steps that the tool spent
}

// traced logs a message, if that is wanted.
func (s *session) traced(who string, line []byte) {
	if s.trace {
		fmt.Fprintf(s.log, "%s %s\n", who, bytes.TrimSpace(line))
	}
}

// errDone ends a conversation in good order.
var errDone = errors.New("done")

// handle does what a message of the tool asks for and returns the answer, nil if it gets
// none. The error is errDone, that of a context that is done, or what the tool did wrong.
func (s *session) handle(ctx context.Context, line []byte) ([]byte, error) {
	h, err := readHeader(line)
	if err != nil {
		return nil, err
	}
	switch h.Type {
	case "log":
		var m logMessage
		if err := decode(line, &m); err != nil {
			return nil, fmt.Errorf("log: %w", err)
		}
		fmt.Fprintln(s.log, m.Text)
		return nil, nil
	case "done":
		var m doneMessage
		if err := decode(line, &m); err != nil {
			return nil, fmt.Errorf("done: %w", err)
		}
		if m.Error != "" {
			return nil, errors.New(m.Error)
		}
		return nil, errDone
	}
	do, ok := map[string]func(context.Context, []byte) (*answerMessage, error){
		"try": s.try, "run": s.run, "judge": s.judge, "spend": s.spend, "count": s.count,
		"requirement": s.requirement, "explanation": s.explanation,
	}[h.Type]
	if !ok {
		return nil, unknownType(h.Type)
	}
	a, err := do(ctx, line)
	if errors.Is(err, engines.ErrBudget) {
		s.stop, s.spent = "the budget is spent", true
		a, err = s.stopped(), nil
	}
	var bad *refusal
	switch {
	case errors.As(err, &bad):
		if s.refused++; s.refused == maxRefused {
			return nil, fmt.Errorf("%d requests in a row were refused, the last one as: %w", maxRefused, bad)
		}
		a = &answerMessage{Type: "error", Error: bad.Error()}
	case err != nil:
		return nil, err
	default:
		s.refused = 0
		if a.Type == "stop" {
			if s.late++; s.late == maxRefused {
				return nil, errDone
			}
		}
	}
	a.ID = h.ID
	return encode(a), nil
}

// refusal is an error of a request that is answered, and ends nothing.
type refusal struct{ error }

// Unwrap implements the convention of package errors.
func (r *refusal) Unwrap() error { return r.error }

func refuse(format string, args ...any) error { return &refusal{fmt.Errorf(format, args...)} }

func (s *session) stopped() *answerMessage { return &answerMessage{Type: "stop", Reason: s.stop} }

// answer returns an answer that says what is left of the budget.
func (s *session) answer() *answerMessage {
	a := &answerMessage{Type: "answer"}
	m, ok := s.rec.(engines.Meter)
	if !ok {
		return a
	}
	steps, tests := m.Left()
	left := &leftMessage{}
	if tests >= 0 {
		left.Tests = &tests
	}
	if steps >= 0 {
		left.Steps = &steps
	}
	if tests >= 0 || steps >= 0 {
		a.Left = left
	}
	return a
}

// wrong sorts the errors of a run: an input that a program cannot be given is the
// tool's mistake.
func wrong(ctx context.Context, err error) error {
	if errors.Is(err, engines.ErrBudget) || ctx.Err() != nil {
		return err
	}
	return refuse("%w", err)
}

func (s *session) try(ctx context.Context, line []byte) (*answerMessage, error) {
	var m tryRequest
	if err := decode(line, &m); err != nil {
		return nil, refuse("%w", err)
	}
	switch {
	case s.kind == engines.Explain:
		return nil, refuse("try: an engine that explains tries no inputs")
	case m.Input == nil:
		return nil, refuse("try needs an \"input\"")
	case len(m.Note.Test) > maxName || len(m.Note.Phase) > maxName || len(m.Note.Sequence) > maxName:
		return nil, refuse("note: a name is longer than %d", maxName)
	case s.stop != "":
		return s.stopped(), nil
	}
	t, err := s.rec.Try(ctx, m.Input.input(&s.task.Model), m.Note)
	if err != nil {
		return nil, wrong(ctx, err)
	}
	if s.reach == nil {
		s.reach = newReach(s.task, s.delta)
	}
	trial := &trialAnswer{
		Difference: t.Difference, Differs: t.Difference.Counts(), Class: t.Class, Steps: t.Steps(),
		Executed: s.reach.executed(t),
	}
	if m.Outcomes == nil || *m.Outcomes {
		trial.Old, trial.New, trial.Golden = shown(t.Old), shown(t.New), shown(t.Golden)
	}
	if m.Lines {
		trial.Lines = s.reach.lines(t)
	}
	a := s.answer()
	a.Trial = trial
	return a, nil
}

func (s *session) run(ctx context.Context, line []byte) (*answerMessage, error) {
	var m runRequest
	if err := decode(line, &m); err != nil {
		return nil, refuse("%w", err)
	}
	if m.Input == nil {
		return nil, refuse("run needs an \"input\"")
	}
	b := map[string]*engines.Build{"old": &s.task.Old, "new": &s.task.New, "golden": s.task.Golden}[m.Version]
	switch {
	case b == nil || b.Program == nil || s.task.Execute == nil:
		return nil, refuse("run: there is no version %q: it is \"old\", \"new\", or \"golden\" if the pair has one", quoted(m.Version))
	case s.stop != "":
		return s.stopped(), nil
	}
	out, err := s.task.Execute(ctx, b.Program, m.Input.input(&s.task.Model))
	if err != nil {
		return nil, wrong(ctx, err)
	}
	if err := s.rec.Spend(out.Steps); err != nil {
		return nil, err
	}
	a := s.answer()
	a.Run = shown(out)
	return a, nil
}

// changes returns the set of the changes of these names.
func (s *session) changes(names []string) (delta.Set, error) {
	set := delta.Set{}
	for _, n := range names {
		i, ok := s.delta.Lookup(n)
		if !ok {
			return nil, refuse("there is no change %q", quoted(n))
		}
		set = append(set, i)
	}
	slices.Sort(set)
	return slices.Compact(set), nil
}

// prepareTester makes the tester of a task that is to be explained.
func (s *session) prepareTester(ctx context.Context) error {
	if s.kind != engines.Explain {
		return refuse("only an engine of the kind \"explain\" has a failing test")
	}
	if s.tester != nil {
		return nil
	}
	var err error
	s.tester, err = deltadebug.New(ctx, s.task, s.rec)
	return err
}

func (s *session) judge(ctx context.Context, line []byte) (*answerMessage, error) {
	var m judgeRequest
	if err := decode(line, &m); err != nil {
		return nil, refuse("%w", err)
	}
	set, err := s.changes(m.Apply)
	if err != nil {
		return nil, err
	}
	if s.stop != "" {
		return s.stopped(), nil
	}
	if err := s.prepareTester(ctx); err != nil {
		return nil, err
	}
	v, err := s.tester.Exactly(ctx, set)
	if err != nil {
		return nil, err
	}
	a := s.answer()
	a.Verdict = v.String()
	return a, nil
}

func (s *session) explanation(ctx context.Context, line []byte) (*answerMessage, error) {
	var m explanationRequest
	if err := decode(line, &m); err != nil {
		return nil, refuse("%w", err)
	}
	if m.Explanation == nil {
		return nil, refuse("explanation needs an \"explanation\"")
	}
	root, err := s.changes(m.Explanation.Root)
	if err != nil {
		return nil, err
	}
	aux, err := s.changes(m.Explanation.Auxiliary)
	if err != nil {
		return nil, err
	}
	for i, c := range m.Explanation.Causes {
		if c.Parent < -1 || c.Parent >= i {
			return nil, refuse("causes: %d must come after its parent, which is -1 or the index of an earlier one", i)
		}
	}
	if s.stop != "" { // whether it holds cannot be checked any more
		return s.stopped(), nil
	}
	if err := s.prepareTester(ctx); err != nil {
		return nil, err
	}
	if err := s.write(line); err != nil {
		return nil, err
	}
	stats := s.tester.Stats()
	e := engines.Explanation{
		Root: s.delta.IDs(root), Auxiliary: s.delta.IDs(aux), Runs: stats.Runs, Unresolved: stats.Unresolved,
		Text: m.Explanation.Text, Failure: m.Explanation.Failure, Found: m.Explanation.Found,
		Causes: m.Explanation.Causes, Computed: len(m.Explanation.Causes),
	}
	// What the tool claims of its answer is not taken from it.
	for i := range e.Causes {
		e.Causes[i].Minimal = false
	}
	if e.Confirmed, e.OneMinimal, err = s.tester.Check(ctx, root, aux); err != nil {
		return nil, err
	}
	if err := s.rec.Explanation(e); err != nil {
		return nil, err
	}
	a := s.answer()
	a.Confirmed, a.OneMinimal = &e.Confirmed, &e.OneMinimal
	return a, nil
}

// write counts what goes into records as it is.
func (s *session) write(line []byte) error {
	if s.written += len(line); s.written > maxWritten {
		return fmt.Errorf("requirements and explanations of more than %d bytes", maxWritten)
	}
	return nil
}

func (s *session) spend(_ context.Context, line []byte) (*answerMessage, error) {
	var m spendRequest
	if err := decode(line, &m); err != nil {
		return nil, refuse("%w", err)
	}
	switch {
	case m.Steps == nil || *m.Steps < 0 || *m.Steps > maxNumber-s.charged:
		return nil, refuse("spend needs \"steps\" from 0 to 2^53, in all requests together")
	case s.stop != "":
		return s.stopped(), nil
	}
	s.charged += *m.Steps
	if err := s.rec.Spend(*m.Steps); err != nil {
		return nil, err
	}
	return s.answer(), nil
}

// counterName matches names that tables can show.
var counterName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9 _.-]*$`)

func (s *session) count(_ context.Context, line []byte) (*answerMessage, error) {
	var m countRequest
	if err := decode(line, &m); err != nil {
		return nil, refuse("%w", err)
	}
	n := int64(1)
	if m.N != nil {
		n = *m.N
	}
	switch {
	case len(m.Name) > maxName || !counterName.MatchString(m.Name):
		return nil, refuse("count needs a \"name\" of at most %d letters, digits, spaces, \"_\", \".\" and \"-\"", maxName)
	case n < -maxNumber/maxRefused || n > maxNumber/maxRefused:
		return nil, refuse("count: \"n\" is beyond 2^53 / %d", maxRefused)
	case !s.counters[m.Name] && len(s.counters) == maxCounters:
		return nil, refuse("count: there are %d names already", maxCounters)
	}
	if s.counters == nil {
		s.counters = map[string]bool{}
	}
	s.counters[m.Name] = true
	s.rec.Count(m.Name, n)
	return s.answer(), nil
}

// statuses are what a requirement may be.
var statuses = []string{"covered", "uncovered", "infeasible", "unknown"}

func (s *session) requirement(_ context.Context, line []byte) (*answerMessage, error) {
	var m requirementRequest
	if err := decode(line, &m); err != nil {
		return nil, refuse("%w", err)
	}
	r := m.Requirement
	switch {
	case r == nil:
		return nil, refuse("requirement needs a \"requirement\"")
	case r.ID == "" || r.Criterion == "":
		return nil, refuse("a requirement needs an \"id\" and a \"criterion\"")
	case !slices.Contains(statuses, r.Status):
		return nil, refuse("the \"status\" of a requirement is one of %q", statuses)
	case r.Distance < 0:
		return nil, refuse("the \"distance\" of a requirement must not be negative")
	}
	if r.Change != "" {
		if _, err := s.changes([]string{r.Change}); err != nil {
			return nil, err
		}
	}
	if err := s.write(line); err != nil {
		return nil, err
	}
	if err := s.rec.Requirement(*r); err != nil {
		return nil, err
	}
	return s.answer(), nil
}
