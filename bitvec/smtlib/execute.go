package smtlib

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/sat"
)

// Options configures Execute.
type Options struct {
	// Timeout bounds each check-sat; 0 is no limit. (set-option :timeout ms)
	// overrides it.
	Timeout time.Duration
	// Check solves again what an answer rests on: every core, by a solver
	// without caches or simplification, as far as two million steps lead. It also compares answers with (set-info :status).
	Check bool
	// NewChecker makes the solver of incremental queries; nil is the usual
	// chain.
	NewChecker func(s *bitvec.Store) bitvec.Checker
}

// Summary is what Execute has done.
type Summary struct {
	Checks   int         // check-sat commands
	Unknown  int         // ... that were answered unknown
	Last     sat.Verdict // the last answer
	Counters []bitvec.Counter
}

// Execute runs the script in and writes the responses to out, as SMT solvers
// do on their standard streams. An error in a command is reported as
// (error "line:column: message"), and execution continues with the next
// command; a syntax error ends it. What a refused command would have asserted
// or declared is missing from there on, until its level is popped: the answer
// is then unknown, or unsat where only constraints are missing and the others
// contradict each other. The error returned is the first of these, an *Error,
// or one of reading or writing.
func Execute(ctx context.Context, in io.Reader, out io.Writer, opts Options) (Summary, error) {
	x := newExecutor(ctx, out, opts)
	lex := newLexer(in)
	var first error
	for !x.exited {
		e, err := lex.read()
		if e == nil && err == nil {
			break
		}
		if err == nil {
			err = x.command(e)
		}
		if err != nil {
			if first == nil {
				first = err
			}
			var bad *Error
			if !errors.As(err, &bad) {
				return x.summary(), err
			}
			if e != nil {
				x.lose(e.head())
			}
			fmt.Fprintf(x.out, "(error %s)\n", quoted(bad.Error()))
		}
		if err := x.out.Flush(); err != nil {
			return x.summary(), err
		}
		if e == nil {
			break // not even the end of the command is known
		}
	}
	return x.summary(), first
}

// executor is the state of a running script.
type executor struct {
	ctx  context.Context
	opts Options
	out  *bufio.Writer

	r       *reader
	session *bitvec.Session
	chain   bitvec.Checker
	oneShot bitvec.Checker
	once    bool // a check-sat has been executed

	logic    string
	flags    map[string]bool
	timeout  time.Duration
	status   string // announced by set-info for the next check-sat
	declared []declaration
	marks    []int // len(declared) at each push
	assumed  []assumption
	lost     []lost // by level, from the outermost: what refused commands left out

	answer bitvec.Answer
	fresh  bool // answer is that of the present assertions
	sum    Summary
	said   bool // the command has had its response
	exited bool
}

// lost says what the assertions of a level lack because commands were refused.
type lost uint8

const (
	nothingLost     lost = iota
	constraintsLost      // constraints: what is left contradicts itself only if all does
	anythingLost         // declarations or levels: nothing is known of what was meant
)

// reasonRefused is why an answer is unknown after a refused command.
const reasonRefused bitvec.Reason = "refused"

// declaration is a name that models list.
type declaration struct {
	name string
	f    *function
}

// assumption is a literal of the last check-sat-assuming.
type assumption struct {
	text string
	t    bitvec.Term
}

func newExecutor(ctx context.Context, out io.Writer, opts Options) *executor {
	if opts.NewChecker == nil {
		opts.NewChecker = func(s *bitvec.Store) bitvec.Checker { return bitvec.NewChain(s, bitvec.ChainOptions{}) }
	}
	x := &executor{ctx: ctx, opts: opts, out: bufio.NewWriter(out)}
	x.reset()
	return x
}

func (x *executor) reset() {
	s := bitvec.NewStore()
	x.r = newReader(s)
	x.chain = x.opts.NewChecker(s)
	x.oneShot = bitvec.NewOneShot(s, bitvec.SolverOptions{})
	x.session = bitvec.NewSession(x.chain)
	x.flags = map[string]bool{":print-success": false, ":produce-models": true, ":produce-unsat-cores": false,
		":produce-unsat-assumptions": true, ":global-declarations": false, ":minimal-unsat-cores": false}
	x.timeout = x.opts.Timeout
	x.logic, x.status = "", ""
	x.declared, x.marks, x.assumed = nil, nil, nil
	x.once, x.fresh = false, false
	x.lost = []lost{nothingLost}
}

func (x *executor) summary() Summary {
	x.sum.Counters = x.counters()
	return x.sum
}

// counters returns those of the chain, or of the one-shot solver while that is
// all that was asked.
func (x *executor) counters() []bitvec.Counter {
	if x.sum.Checks == 1 {
		return x.oneShot.Counters()
	}
	return x.chain.Counters()
}

// command executes one command.
func (x *executor) command(e *sexpr) error {
	run, ok := commands[e.head()]
	if !ok {
		if e.head() == "" {
			return errorAt(e.pos, "expected a command")
		}
		return errorAt(e.pos, "unsupported command %s", e.head())
	}
	args := e.list[1:]
	if len(args) < run.least || len(args) > run.most {
		return errorAt(e.pos, "%s with %d arguments", e.head(), len(args))
	}
	x.said = run.answers
	if err := run.do(x, e, args); err != nil {
		return err
	}
	if x.flags[":print-success"] && !x.said {
		x.out.WriteString("success\n")
	}
	return nil
}

// decide answers a check-sat under assumptions.
func (x *executor) decide(e *sexpr, assumptions []bitvec.Term) error {
	x.answer = x.ask(assumptions)
	x.once, x.fresh = true, true
	x.sum.Checks++
	x.sum.Last = x.answer.Verdict
	if x.answer.Verdict == sat.Unknown {
		x.sum.Unknown++
	}
	fmt.Fprintln(x.out, x.answer.Verdict)
	status := x.status
	x.status = ""
	if x.opts.Check {
		return x.verify(e, status, assumptions)
	}
	return nil
}

// ask decides the assertions under assumptions, as far as all of them are known.
func (x *executor) ask(assumptions []bitvec.Term) bitvec.Answer {
	what := slices.Max(x.lost)
	if what == anythingLost {
		return bitvec.Answer{Reason: reasonRefused}
	}
	limits := sat.Limits{Timeout: x.timeout}
	var a bitvec.Answer
	all := append(x.session.Constraints(), assumptions...)
	facts := x.r.floatFacts(all)
	if x.once || x.flags[":produce-unsat-cores"] || len(assumptions) > 0 {
		a = x.session.Check(x.ctx, limits, append(facts, assumptions...)...)
	} else {
		// Most scripts ask once: simplify all together. If another question
		// follows, the chain takes over.
		a = x.oneShot.Check(x.ctx, bitvec.Query{Constraints: append(all, facts...), Limits: limits})
	}
	if what == constraintsLost && a.Verdict == sat.Sat {
		return bitvec.Answer{Reason: reasonRefused, Steps: a.Steps}
	}
	return a
}

// harmless are commands without influence on what is asserted.
var harmless = map[string]bool{
	"check-sat": true, "check-sat-assuming": true, "echo": true, "exit": true,
	"set-info": true, "set-logic": true, "set-option": true,
}

// lose notes that a command was refused.
func (x *executor) lose(name string) {
	top := &x.lost[len(x.lost)-1]
	switch {
	case harmless[name] || strings.HasPrefix(name, "get-"):
		return
	case name == "assert":
		*top = max(*top, constraintsLost)
	case name == "push" || name == "pop":
		x.lost[0] = anythingLost // levels that follow are not the ones meant
	default:
		*top = anythingLost
	}
	x.fresh = false
}

// checkSteps bounds what verify spends on a core: without simplification, it
// can be far harder to refute.
const checkSteps = 2e6

// verify checks the last answer by other means.
func (x *executor) verify(e *sexpr, status string, assumptions []bitvec.Term) error {
	a := x.answer
	if opposite := map[string]sat.Verdict{"sat": sat.Unsat, "unsat": sat.Sat}[status]; opposite != sat.Unknown && a.Verdict == opposite {
		return errorAt(e.pos, "the answer is %v, but :status says %s", a.Verdict, status)
	}
	if a.Verdict != sat.Unsat {
		return nil
	}
	core := bitvec.NewSolver(x.r.s, bitvec.SolverOptions{})
	again := core.Check(x.ctx, bitvec.Query{Constraints: a.Core, Limits: sat.Limits{Timeout: x.timeout, Steps: checkSteps}})
	if again.Verdict == sat.Sat {
		return errorAt(e.pos, "the core of the answer is satisfiable")
	}
	return nil
}

// wants returns an error unless the last answer is verdict and still holds.
func (x *executor) wants(e *sexpr, verdict sat.Verdict) error {
	if !x.fresh || x.answer.Verdict != verdict {
		return errorAt(e.pos, "%s needs the answer %v first", e.head(), verdict)
	}
	return nil
}
