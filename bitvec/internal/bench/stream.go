package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/bitvec/internal/gen"
	"github.com/riftlab/rift/bitvec/smtlib"
	"github.com/riftlab/rift/sat"
)

// streams runs every stream on every solver that has sessions.
func (b *bench) streams(queries int) error {
	tw := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Printf("\nstreams of %d queries: push, assert, check, pop over a pipe\n", queries)
	fmt.Fprintln(tw, "stream\tsolver\tqueries\tsat\tCPU s\twall s\tms/query\t")
	for _, name := range gen.Streams {
		if !strings.Contains("stream-"+name, b.only) {
			continue
		}
		expect := -1
		for _, sv := range b.solvers {
			if sv.stream == nil {
				continue
			}
			r, err := b.session(sv, name, queries)
			if r.late {
				fmt.Fprintf(tw, "%s\t%s\t%d\t%d\t>%.2f\t>%.2f\t\t\n", name, sv.name, r.queries, r.sat, r.cpu.Seconds(), r.wall.Seconds())
				continue
			}
			if err != nil {
				return fmt.Errorf("%s on stream %s: %w", sv.name, name, err)
			}
			if expect >= 0 && r.sat != expect {
				return fmt.Errorf("%s finds %d of stream %s satisfiable, others %d", sv.name, r.sat, name, expect)
			}
			expect = r.sat
			fmt.Fprintf(tw, "%s\t%s\t%d\t%d\t%.2f\t%.2f\t%.2f\t\n", name, sv.name, r.queries, r.sat, r.cpu.Seconds(), r.wall.Seconds(), 1e3*r.cpu.Seconds()/float64(r.queries))
		}
		r := inProcess(name, queries)
		fmt.Fprintf(tw, "%s\t(rift, as a library)\t%d\t%d\t\t%.2f\t%.2f\t\n", name, r.queries, r.sat, r.wall.Seconds(), 1e3*r.wall.Seconds()/float64(r.queries))
		if b.verbose {
			fmt.Fprintln(os.Stderr, name, r.counters)
		}
	}
	return tw.Flush()
}

type streamResult struct {
	queries, sat int
	late         bool // stopped by the limit
	cpu, wall    time.Duration
	counters     []bitvec.Counter
}

// session plays a stream on another process.
func (b *bench) session(sv solver, name string, queries int) (r streamResult, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), wallFactor*b.limit)
	defer cancel()
	cmd := limited(ctx, b.limit, sv.stream)
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return r, err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return r, err
	}
	if err := cmd.Start(); err != nil {
		return r, err
	}
	answers := bufio.NewReader(stdout)
	begin := time.Now()
	s := bitvec.NewStore(bitvec.WithoutRewriting())
	var script bytes.Buffer
	logic := sv.logic
	if logic == "" {
		logic = "QF_ABV"
	}
	fmt.Fprintf(&script, "(set-logic %s)\n", logic)
	declared := 0
	gen.Stream(s, name, queries, func(e gen.Event) bool {
		if err != nil {
			return false
		}
		switch e.Op {
		case gen.Push:
			// The first levels stay open for good, so variables are declared
			// where they stay known: at once, on the level they appear.
			if vars := s.Vars(); len(vars) > declared {
				err = smtlib.Declare(&script, s, vars[declared:])
				declared = len(vars)
			}
			script.WriteString("(push 1)\n")
		case gen.Pop:
			script.WriteString("(pop 1)\n")
		case gen.Assert:
			err = smtlib.Assert(&script, s, e.Term)
		case gen.Check:
			script.WriteString("(check-sat)\n")
			if _, err = script.WriteTo(stdin); err != nil {
				return false
			}
			var line string
			if line, err = answers.ReadString('\n'); err != nil {
				return false
			}
			r.queries++
			switch strings.TrimSpace(line) {
			case "sat":
				r.sat++
				return true
			case "unsat":
			default:
				err = fmt.Errorf("answer %q", line)
			}
		}
		return false
	})
	stdin.Close()
	_, _ = io.Copy(io.Discard, stdout)
	waitErr := cmd.Wait()
	r.wall = time.Since(begin)
	r.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	r.late = ctx.Err() != nil || cmd.ProcessState.ExitCode() < 0 || r.cpu >= b.limit*9/10
	if err == nil {
		err = waitErr
	}
	return r, err
}

// inProcess plays a stream on our own checker chain.
func inProcess(name string, queries int) (r streamResult) {
	begin := time.Now()
	s := bitvec.NewStore()
	chain := bitvec.NewChain(s, bitvec.ChainOptions{})
	session := bitvec.NewSession(chain)
	gen.Stream(s, name, queries, func(e gen.Event) bool {
		switch e.Op {
		case gen.Push:
			session.Push()
		case gen.Pop:
			session.Pop(1)
		case gen.Assert:
			session.Assert(e.Term)
		case gen.Check:
			r.queries++
			if session.Check(context.Background(), sat.Limits{}).Verdict == sat.Sat {
				r.sat++
				return true
			}
		}
		return false
	})
	r.wall = time.Since(begin)
	r.counters = chain.Counters()
	return r
}
