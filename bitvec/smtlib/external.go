package smtlib

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/sat"
)

// External is a bitvec.Checker that asks another solver, a program that reads
// a script on its standard input. Its answers have no models, so it is no
// base for the caches: use it as the second opinion of a bitvec.Validator.
type External struct {
	s       *bitvec.Store
	command []string
	limit   time.Duration
	asked   int64
	failed  int64
}

// NewExternal returns a checker of terms of s that runs command for each
// query and gives it at most limit; 0 is no limit.
func NewExternal(s *bitvec.Store, limit time.Duration, command ...string) *External {
	return &External{s: s, command: command, limit: limit}
}

// Store implements bitvec.Checker.
func (x *External) Store() *bitvec.Store { return x.s }

// Counters implements bitvec.Checker.
func (x *External) Counters() []bitvec.Counter {
	return []bitvec.Counter{{Name: "external.queries", Value: x.asked}, {Name: "external.failed", Value: x.failed}}
}

// Check implements bitvec.Checker. The core is all constraints and there is
// no model. A program that cannot be run or says something else than sat,
// unsat or unknown makes the verdict Unknown for an external reason.
func (x *External) Check(ctx context.Context, q bitvec.Query) bitvec.Answer {
	x.asked++
	verdict, err := x.ask(ctx, q)
	switch {
	case ctx.Err() != nil || errors.Is(err, context.DeadlineExceeded):
		return bitvec.Answer{Reason: bitvec.ReasonTimeout}
	case err != nil:
		x.failed++
		return bitvec.Answer{Reason: bitvec.ReasonExternal}
	case verdict == sat.Unsat:
		return bitvec.Answer{Verdict: sat.Unsat, Core: append([]bitvec.Term(nil), q.Constraints...)}
	case verdict == sat.Unknown:
		return bitvec.Answer{Reason: bitvec.ReasonExternal}
	}
	return bitvec.Answer{Verdict: verdict}
}

func (x *External) ask(ctx context.Context, q bitvec.Query) (sat.Verdict, error) {
	var script bytes.Buffer
	if err := WriteQuery(&script, x.s, q.Constraints, sat.Unknown); err != nil {
		return sat.Unknown, err
	}
	if x.limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, x.limit)
		defer cancel()
	}
	cmd := exec.CommandContext(ctx, x.command[0], x.command[1:]...)
	cmd.Stdin = &script
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return sat.Unknown, context.DeadlineExceeded
	}
	return ParseVerdict(string(out), err)
}

// ParseVerdict reads the answer of a solver to one check-sat; err is how its
// run ended, and is returned if the output has no answer.
func ParseVerdict(out string, err error) (sat.Verdict, error) {
	for line := range strings.Lines(out) {
		switch strings.TrimSpace(line) {
		case "sat":
			return sat.Sat, nil
		case "unsat":
			return sat.Unsat, nil
		case "unknown", "timeout":
			return sat.Unknown, nil
		}
		if strings.Contains(line, "(error") {
			return sat.Unknown, fmt.Errorf("solver says: %s", strings.TrimSpace(line))
		}
	}
	if err == nil {
		err = fmt.Errorf("no answer in %q", out)
	}
	return sat.Unknown, err
}
