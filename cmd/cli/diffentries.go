package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/riftlab/rift/difference"
	"github.com/riftlab/rift/difference/present"
)

// aloneError says why a function is compared with nothing.
type aloneError struct{ why string }

func (e *aloneError) Error() string { return e.why }

// entryResult is what came out for a function.
type entryResult struct {
	Entry    string            `json:"entry"`
	Answer   difference.Answer `json:"answer"`
	Headline string            `json:"headline"`
}

// comparePrograms compares what the request is about: a program, or each function to
// call by itself, with a share of the limits. An error ends the command.
func (a *app) comparePrograms(ctx context.Context, q *difference.Request, f *diffFlags, report *present.Report) error {
	if err := a.compareEach(ctx, q, f, report); err != nil || report.Each == "" {
		return err
	}
	if len(report.Programs) == 1 && report.Programs[0].Result != nil && !f.json {
		return nil
	}
	out := a.out
	if f.outputs.standard() != "" || f.json {
		out = io.Discard
	}
	for _, p := range report.Programs {
		fmt.Fprintf(out, "%-8s %s: %s\n", p.Answer(), p.Name, p.Headline())
	}
	fmt.Fprintln(out, report.Headline())
	if f.json {
		all := totalEvent{Event: "total", Answer: report.Answer(), Headline: report.Headline(), Status: statusOfAnswer(report.Answer())}
		for _, p := range report.Programs {
			all.Entries = append(all.Entries, entryResult{p.Name, p.Answer(), p.Headline()})
		}
		a.event(all)
	}
	return nil
}

// compareEach is comparePrograms without what all come to; report.Each is "function" if
// functions were called.
func (a *app) compareEach(ctx context.Context, q *difference.Request, f *diffFlags, report *present.Report) error {
	whole := q.Limits.Split(1)
	if len(f.entries) < 2 {
		p := a.compareOne(ctx, q, f, f.dir)
		if ctx.Err() != nil {
			return p.Err
		}
		if !errors.Is(p.Err, difference.ErrNoMain) || q.Model != nil || q.Harness != nil {
			p.Name, p.Folder = q.NewName, folderOf(q)
			report.Programs = append(report.Programs, p)
			return nil
		}
	}
	q.Limits = whole.Next()
	entries, err := difference.EntriesFor(ctx, q, f.entries)
	if errors.Is(err, difference.ErrLimits) {
		entries, err = &difference.Entries{Alone: []difference.Alone{{Name: q.NewName, Why: err.Error()}}}, nil
	}
	if err != nil {
		return ofDifference(err)
	}
	if len(entries.Names)+len(entries.Alone) == 0 {
		return input(difference.ErrNoMain)
	}
	report.Each = "function"
	out := a.out
	if f.outputs.standard() != "" || f.json {
		out = io.Discard
	}
	q.Limits = whole.Next()
	split := q.Limits.Split(len(entries.Names))
	for i, name := range entries.Names {
		of := *q
		of.Entry, of.Elsewhere, of.Limits = name, entries.Elsewhere[i], split.Next()
		fmt.Fprintf(out, "== %s\n", name)
		folder := f.dir
		if folder != "" && len(entries.Names) > 1 {
			folder = filepath.Join(folder, fileName(name))
		}
		p := a.compareOne(ctx, &of, f, folder)
		if ctx.Err() != nil {
			return p.Err
		}
		p.Name, p.Folder = name, folderOf(q)
		report.Programs = append(report.Programs, p)
		if p.Err != nil {
			fmt.Fprintf(a.err, "rift: %s: %s\n", name, message(p.Err))
		}
		fmt.Fprintln(out)
		if q.First && p.Answer() == difference.Differs {
			break
		}
	}
	for _, x := range entries.Alone {
		p := &present.Program{Name: x.Name, Folder: folderOf(q), Err: &aloneError{x.Why}}
		report.Programs = append(report.Programs, p)
	}
	return nil
}
