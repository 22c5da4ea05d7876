package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/configuration/native"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/results/explanation"
)

// explainNative prepares the explanation of two revisions of a repository.
func (a *app) explainNative(ctx context.Context, f *explainFlags) (*explaining, error) {
	o := f.native
	o.Memory = f.memory << 20
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
	p, err := native.Open(ctx, o)
	if err != nil {
		return nil, input(err)
	}
	x := &explaining{close: p.Close}
	if err := a.nativeTask(ctx, f, p, x); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return x, nil
}

func (a *app) nativeTask(ctx context.Context, f *explainFlags, p *native.Project, x *explaining) error {
	if !p.Isolated && !f.native.Network {
		fmt.Fprintln(a.err, "rift: builds and tests cannot be kept from the network here")
	}
	if err := p.Check(ctx); err != nil {
		for _, known := range []error{native.ErrFlaky, native.ErrNotBuilt, native.ErrPasses, native.ErrFails} {
			if errors.Is(err, known) {
				return input(err)
			}
		}
		return err
	}
	in, err := f.input()
	if err != nil {
		return err
	}
	x.task = a.machineTask(f, in)
	x.task.Judge, x.task.Workers = p.Judge, f.native.Workers
	x.task.Old.Version, x.task.New.Version = p.Old, p.New
	x.report = explanation.Report{Title: fmt.Sprintf("Why the test fails on %s", f.native.New), Test: f.native.Test, Delta: delta.Compute(p.Old, p.New)}
	if len(f.trace) > 0 {
		if err := a.traced(ctx, f, p, x.task); err != nil {
			return err
		}
	}
	if slices.Contains(f.engines, "add") {
		x.task.Covered = p.Covered
	}
	if f.fix == "" {
		return nil
	}
	fixed := f.native
	fixed.Old, fixed.New = f.native.New, f.fix
	x.fix, err = native.Revision(fixed.Repo, f.fix, p.New)
	return input(err)
}

// traced compiles both revisions for the machine.
func (a *app) traced(ctx context.Context, f *explainFlags, p *native.Project, t *engines.Task) error {
	for _, end := range []struct {
		build *engines.Build
		v     *program.Version
	}{{&t.Old, p.Old}, {&t.New, p.New}} {
		whole := p.Whole(end.v)
		v := &program.Version{Name: end.v.Name, Includes: f.Includes, Defines: f.Defines, Host: f.Host, Sealed: true}
		for _, file := range whole.Files {
			if strings.HasSuffix(file.Name, ".h") || matchesAny(f.trace, file.Name) {
				v.Files = append(v.Files, file)
			}
		}
		c, err := a.env.Compile(ctx, v)
		if err != nil {
			return fmt.Errorf("version %s for rift's machine: %w", end.v.Name, err)
		}
		end.build.Program = c
	}
	return nil
}

func matchesAny(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		ok, _ := path.Match(p, name)
		return ok
	})
}
