package cli

import (
	"context"
	"errors"
	"fmt"
	"github.com/riftlab/rift/difference/sources"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/difference"
	"github.com/riftlab/rift/difference/present"
	"github.com/riftlab/rift/program/cputime"
)

// revisions returns the revisions that arguments name without files: two of them, or
// OLD..NEW. Names of files and folders, and REV:PATH, are no revisions.
func revisions(list []string) (old, new string, ok bool, err error) {
	if len(list) == 1 {
		old, new, ok = strings.Cut(list[0], "..")
		if !ok {
			return "", "", false, nil
		}
		if strings.HasPrefix(new, ".") {
			return "", "", false, usagef("%s: three dots mean the revision that both began with: name that one, as git merge-base prints it", list[0])
		}
		if old == "" {
			old = "HEAD"
		}
		if new == "" {
			new = "HEAD"
		}
		return old, new, true, nil
	}
	if len(list) != 2 {
		return "", "", false, nil
	}
	for _, name := range list {
		if _, err := os.Stat(name); err == nil || strings.Contains(name, ":") || strings.HasSuffix(name, ".c") {
			return "", "", false, nil
		}
	}
	return list[0], list[1], true, nil
}

// programEvent says which program the events after it are about.
type programEvent struct {
	Event   string   `json:"event"` // "program"
	Name    string   `json:"name"`
	Units   []string `json:"units"`
	Changed []string `json:"changed"`
	Problem string   `json:"problem,omitempty"`
}

// totalEvent is the last event of several programs.
type totalEvent struct {
	Event    string            `json:"event"` // "total"
	Answer   difference.Answer `json:"answer"`
	Headline string            `json:"headline"`
	Status   int               `json:"status"`
	Entries  []entryResult     `json:"entries,omitempty"` // if functions were called
}

// diffPrograms compares the programs that the change between two revisions affects, one
// after another. They share the limits: each may use its share of what is left.
func (a *app) diffPrograms(ctx context.Context, q *difference.Request, f *diffFlags) error {
	began, beganCPU := time.Now(), cputime.Self()
	if q.Limits.Memory > 0 {
		debug.SetMemoryLimit(q.Limits.Memory)
	}
	limited := ctx
	if q.Limits.Time > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, q.Limits.Time)
		defer cancel()
	}
	found, err := q.Affected(limited, q.OldName, q.NewName, q.Entry)
	report := &present.Report{Tool: a.env.Version, Command: os.Args[1:], Old: q.OldName, New: q.NewName}
	switch {
	case errors.Is(err, sources.ErrNoChange):
		if !f.json && f.outputs.standard() == "" {
			fmt.Fprintf(a.out, "%s\n", err)
		}
		return a.total(report, f)
	case err != nil && ctx.Err() == nil && limited.Err() != nil:
		report.Programs = []*present.Program{{Name: "programs", Err: errors.New("the time was used up before the programs were found")}}
		return a.total(report, f)
	case err != nil:
		return ofDifference(err)
	}
	// If the limits do not suffice for all, those come first that more changed in.
	slices.SortStableFunc(found.Programs, func(x, y sources.AffectedProgram) int { return len(y.Changed) - len(x.Changed) })
	for _, n := range found.Notes {
		fmt.Fprintf(a.err, "rift: %s\n", n)
	}
	for i := range found.Programs {
		x := &found.Programs[i]
		of, flags := *q, *f
		of.Old, of.New = x.Old, x.New
		if flags.program = strings.SplitN(path.Base(x.Name), " ", 2)[0]; of.Entry != "" {
			flags.program = ""
		}
		if of.Limits = left(&q.Limits, time.Since(began), cputime.Self()-beganCPU, len(found.Programs)-i); f.dir != "" {
			flags.dir = filepath.Join(f.dir, filepath.FromSlash(strings.ReplaceAll(x.Name, "..", "_")))
		}
		if f.json {
			a.event(programEvent{"program", x.Name, x.Units, x.Changed, x.Problem})
		} else if f.outputs.standard() == "" {
			fmt.Fprintf(a.out, "== %s (%s)\n", x.Name, strings.Join(x.Changed, ", "))
		}
		if q.Library {
			if err := a.compareLibrary(ctx, &of, &flags, x, report); err != nil {
				return err
			}
			continue
		}
		p := a.compareOne(ctx, &of, &flags, flags.dir)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if p.Err != nil {
			fmt.Fprintf(a.err, "rift: %s: %s\n", x.Name, message(p.Err))
		}
		if p.Name, p.Problem = x.Name, x.Problem; p.Problem != "" {
			fmt.Fprintf(a.err, "rift: %s: %s: what was compared may not be what is built\n", x.Name, p.Problem)
		}
		report.Programs = append(report.Programs, p)
		if !f.json && f.outputs.standard() == "" {
			fmt.Fprintln(a.out)
		}
	}
	if len(found.Elsewhere) > 0 {
		kind := "program"
		if q.Library {
			kind = "library"
		}
		text := fmt.Sprintf("%s of no %s that both revisions have, so that nothing compares what changed there", corpora.Plural(len(found.Elsewhere), "changed file"), kind)
		if len(found.Functions) > 0 {
			text += ": call a function by --entry, such as " + strings.Join(found.Functions[:min(len(found.Functions), 5)], ", ")
		}
		p := &present.Program{Name: strings.Join(found.Elsewhere, ", "), Err: errors.New(text)}
		fmt.Fprintf(a.err, "rift: %s: %s\n", p.Name, text)
		report.Programs = append(report.Programs, p)
	}
	return a.total(report, f)
}

// compareLibrary compares the functions of a library that changed, one by one, and adds
// them to the report.
func (a *app) compareLibrary(ctx context.Context, q *difference.Request, f *diffFlags, x *sources.AffectedProgram, report *present.Report) error {
	own := &present.Report{}
	err := a.compareEach(ctx, q, f, own)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		fmt.Fprintf(a.err, "rift: %s: %s\n", x.Name, message(err))
		own.Programs = append(own.Programs, &present.Program{Name: x.Name, Err: err})
	}
	for _, p := range own.Programs {
		if p.Name != x.Name {
			p.Name = x.Name + " " + p.Name
		}
		p.Problem = x.Problem
		report.Programs = append(report.Programs, p)
	}
	if x.Problem != "" {
		fmt.Fprintf(a.err, "rift: %s: %s: what was compared may not be what is built\n", x.Name, x.Problem)
	}
	return nil
}

// total prints what all programs come to, writes the files and returns the status.
func (a *app) total(r *present.Report, f *diffFlags) error {
	r.Status = statusOfAnswer(r.Answer())
	if r.Status == StatusInconclusive { // what no program could be made of is an error
		for i, p := range r.Programs {
			if s := statusOf(p.Err); p.Err == nil || s == StatusInternal || i > 0 && s != r.Status {
				r.Status = StatusInconclusive
				break
			} else {
				r.Status = s
			}
		}
	}
	switch {
	case f.json:
		a.event(totalEvent{"total", r.Answer(), r.Headline(), r.Status, nil})
	case len(r.Programs) > 1 && f.outputs.standard() == "":
		for _, p := range r.Programs {
			fmt.Fprintf(a.out, "%-8s %s: %s\n", p.Answer(), p.Name, p.Headline())
		}
	}
	if err := f.outputs.write(a.out, r); err != nil {
		return err
	}
	return silently(r.Status)
}

// leastShare is what a program gets at least, as long as there is that: with less it is
// often not even compiled, and none of many programs has a verdict.
const leastShare = 10 * time.Second

// left returns the share of the limits that one of n programs may use.
func left(all *difference.Limits, used, usedCPU time.Duration, n int) difference.Limits {
	l := *all
	share := func(whole, used time.Duration) time.Duration {
		if whole == 0 {
			return 0
		}
		return max((whole-used)/time.Duration(n), min(whole-used, leastShare), time.Millisecond)
	}
	l.CPU, l.Time = share(l.CPU, usedCPU), share(l.Time, used)
	return l
}
