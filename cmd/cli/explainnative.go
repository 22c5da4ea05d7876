package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/deltadebug/project"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/results/explanation"
)

// explainNative prepares the explanation of two revisions of a repository.
func (a *app) explainNative(ctx context.Context, f *explainFlags) (*explaining, error) {
	o := f.native
	o.Memory = f.memory << 20
	o.Renames = true
	o.Overlay = map[string]string{}
	o.Log = func(format string, args ...any) { fmt.Fprintf(a.err, "rift: "+format+"\n", args...) }
	for _, s := range f.overlay {
		name, file, ok := strings.Cut(s, "=")
		if !ok {
			return nil, usagef("--overlay %q: want NAME=PATH", s)
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, input(err)
		}
		o.Overlay[name] = string(data)
	}
	if f.commits {
		if err := a.bisect(ctx, f, &o); err != nil {
			return nil, err
		}
	}
	p, err := project.Open(ctx, o)
	if err != nil {
		return nil, input(err)
	}
	x := &explaining{project: p, close: p.Close}
	end := a.line.Begin()
	defer end()
	a.line.Set("building %s and %s", o.Old, o.New)
	if err := a.nativeTask(ctx, f, p, x); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return x, nil
}

// ofProject marks errors in what the user gave.
func ofProject(err error) error {
	for _, known := range []error{project.ErrFlaky, project.ErrNotBuilt, project.ErrPasses, project.ErrFails} {
		if errors.Is(err, known) {
			return input(err)
		}
	}
	return err
}

// commitEvent is the commit at which a test begins to fail.
type commitEvent struct {
	Event string `json:"event"` // "commit"
	corpora.Commit
	After    corpora.Commit   `json:"after"`    // which passes
	Suspects []corpora.Commit `json:"suspects"` // of which one is to blame, the commit last
	Commits  int              `json:"commits"`
	Tested   int              `json:"tested"`
	Skipped  int              `json:"skipped"`
}

// bisect narrows the revisions of a project to the commit at which the test begins to
// fail, and says which it is.
func (a *app) bisect(ctx context.Context, f *explainFlags, o *project.Options) error {
	end := a.line.Begin()
	defer end()
	a.line.Set("building %s and %s", o.Old, o.New)
	b, err := project.Bisect(ctx, *o, func(left int) { a.line.Set("%s left", corpora.Plural(left, "commit")) })
	end()
	switch {
	case err != nil && ctx.Err() != nil:
		return err
	case err != nil: // revisions that are not there, ends that do not fit
		return input(err)
	}
	o.Old, o.New = b.Good.Hash, b.Bad.Hash
	if f.json {
		a.event(commitEvent{"commit", b.Bad, b.Good, b.Suspects, b.Commits, b.Tested, b.Skipped})
		return nil
	}
	fmt.Fprintf(a.out, "The test begins to fail at %s (%s of %d tested%s):\n", shortCommit(b.Bad), corpora.Plural(b.Tested, "commit"), b.Commits, skippedText(b.Skipped))
	if len(b.Suspects) > 1 {
		fmt.Fprintf(a.out, "or at one of these, which have no verdict:\n")
		for _, c := range b.Suspects[:len(b.Suspects)-1] {
			fmt.Fprintf(a.out, "  %s\n", shortCommit(c))
		}
	}
	fmt.Fprintln(a.out)
	return nil
}

func shortCommit(c corpora.Commit) string {
	return fmt.Sprintf("%.12s %s (%s, %s)", c.Hash, c.Subject, c.Author, c.Date)
}

func skippedText(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(", %d skipped", n)
}

func (a *app) nativeTask(ctx context.Context, f *explainFlags, p *project.Project, x *explaining) error {
	if !p.Isolated && !f.native.Network {
		fmt.Fprintln(a.err, "rift: builds and tests cannot be kept from the network here")
	}
	if err := ofProject(p.Check(ctx)); err != nil {
		return err
	}
	in, err := f.input()
	if err != nil {
		return err
	}
	x.task = a.machineTask(f, in)
	x.task.Judge, x.task.Complaints, x.task.Workers = p.Judge, p.Complaints, f.native.Workers
	x.task.Old.Version, x.task.New.Version = p.Old, p.New
	x.report = explanation.Report{Title: fmt.Sprintf("Why the test fails on %s", p.New.Name), Test: f.native.Test, Delta: delta.Compute(p.Old, p.New)}
	if len(f.trace) > 0 {
		if err := a.traced(ctx, f, p, x.task); err != nil {
			return err
		}
	}
	if slices.Contains(f.engines, "add") {
		x.task.Covered = p.Covered
	}
	for _, end := range []struct {
		rev string
		to  **program.Version
	}{{f.fix, &x.fix}, {f.fixFrom, &x.fixFrom}} {
		if end.rev == "" {
			continue
		}
		if *end.to, err = project.Revision(f.native.Repo, end.rev, p.New); err != nil {
			return input(err)
		}
	}
	return nil
}

// traced compiles both revisions for the machine.
func (a *app) traced(ctx context.Context, f *explainFlags, p *project.Project, t *engines.Task) error {
	for _, end := range []struct {
		build *engines.Build
		v     *program.Version
	}{{&t.Old, p.Old}, {&t.New, p.New}} {
		v := p.Traced(end.v, f.trace)
		v.Includes, v.Defines, v.Host = f.Includes, f.Defines, f.Host
		for _, name := range f.stubs {
			data, err := os.ReadFile(name)
			if err != nil {
				return input(err)
			}
			v.Files = append(v.Files, program.SourceFile{Name: filepath.ToSlash(filepath.Join("stubs", filepath.Base(name))), Text: string(data)})
		}
		c, err := a.env.Compile(ctx, v)
		if err != nil {
			return fmt.Errorf("version %s for rift's machine: %w", end.v.Name, err)
		}
		end.build.Program = c
	}
	return nil
}
