package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/mapping"
	"github.com/riftlab/rift/program/flow"
	"github.com/riftlab/rift/program/sequence"
	"github.com/riftlab/rift/results/digraph"
	"github.com/riftlab/rift/results/figure"
)

type graphFlags struct {
	sourceFlags
	kind      string
	old       []string
	funcs     []string
	entry     string
	output    string
	format    string
	important bool
	effects   bool
	json      bool
}

// The kinds of graphs and the formats.
var (
	graphKinds   = []string{"callgraph", "cfg", "csg", "pdg"}
	graphFormats = []string{"dot", "json", "svg", "text"}
)

func (a *app) graph() *cobra.Command {
	var f graphFlags
	cmd := &cobra.Command{
		Use:   "graph FILE.c...|SUBJECT/PAIR [flags]",
		Short: "Draw control flow, dependences, calls, or the sequences of changes",
		Long: `Draw a graph of a program, or of the difference between two versions:

  cfg        the flow of control within functions
  pdg        what depends on what: control solid, data dashed
  callgraph  which function calls which
  csg        the change sequence graph: in which orders changed statements can be
             executed, and where their effects meet

Two versions are given by the files of the old one with --old, or as SUBJECT/PAIR,
a version pair of a subject. Changed statements are then marked in every kind.

The graph goes to standard output as text, or to the file of --output in the format
of its name: .svg, .dot, .json or .txt. Pictures need no other tool.`,
		Example: `  rift graph cut.c --kind cfg --func set_fields -o cut.svg
  rift graph new.c --kind csg --old old.c
  rift graph cutfields/lhs --kind csg --format dot`,
		Args: func(cmd *cobra.Command, list []string) error {
			if len(list) == 0 && f.BuildDir == "" {
				return usagef("usage: %s", cmd.UseLine())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, list []string) error { return a.doGraph(cmd.Context(), list, &f) },
	}
	f.add(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.kind, "kind", "cfg", "which graph: "+strings.Join(graphKinds, ", "))
	flags.StringArrayVar(&f.old, "old", nil, "a file of the old version (may be repeated)")
	flags.StringArrayVar(&f.funcs, "func", nil, "draw only this function (may be repeated)")
	flags.StringVar(&f.entry, "entry", "", "the program begins in this function instead of main")
	flags.StringVarP(&f.output, "output", "o", "", "write to this file")
	flags.StringVar(&f.format, "format", "", "which format: "+strings.Join(graphFormats, ", ")+" (default by the name of the output)")
	flags.BoolVar(&f.important, "important", false, "csg: leave out interaction locations that merely depend on others of the same changes")
	flags.BoolVar(&f.effects, "effects", false, "csg: count statements as changed that use a changed type or macro")
	flags.BoolVar(&f.json, "json", false, "the same as --format json")
	return cmd
}

// formatOf says in which format the graph is written.
func (f *graphFlags) formatOf() (string, error) {
	switch ext := filepath.Ext(f.output); {
	case f.json:
		return "json", nil
	case f.format != "":
		if !slices.Contains(graphFormats, f.format) {
			return "", usagef("no format %q%s", f.format, didYouMean(f.format, graphFormats))
		}
		return f.format, nil
	case f.output == "" || ext == ".txt":
		return "text", nil
	case slices.Contains(graphFormats, strings.TrimPrefix(ext, ".")):
		return ext[1:], nil
	}
	return "", usagef("%s: what format is that? name the file .svg, .dot, .json or .txt, or give --format", f.output)
}

// versions are what a graph is drawn of.
type versions struct {
	program *program.Program
	version *program.Version
	entry   string
	delta   *delta.Delta // nil without an old version
	mapping *mapping.Mapping
}

func (a *app) doGraph(ctx context.Context, list []string, f *graphFlags) error {
	if !slices.Contains(graphKinds, f.kind) {
		return usagef("no kind of graph %q%s", f.kind, didYouMean(f.kind, graphKinds))
	}
	format, err := f.formatOf()
	if err != nil {
		return err
	}
	v, err := a.graphVersions(ctx, list, f)
	if err != nil {
		return err
	}
	if f.kind == "csg" {
		switch {
		case v.delta == nil:
			return usagef("a change sequence graph needs two versions: give --old, or SUBJECT/PAIR")
		case len(v.delta.Changes) == 0:
			_, err := fmt.Fprintln(a.out, "no change: nothing to do")
			return err
		}
	}
	g, err := flow.Analyse(ctx, v.program, flow.Options{Entry: v.entry, Ignore: sequence.Ignored})
	if err != nil {
		return input(err)
	}
	drawn, data, err := f.draw(g, v)
	if err != nil {
		return err
	}
	return a.writeGraph(f.output, format, drawn, data)
}

// draw makes the graph; data is what JSON shows.
func (f *graphFlags) draw(g *flow.Graph, v *versions) (drawn *digraph.Graph, data any, err error) {
	funcs, err := f.chosen(g)
	if err != nil {
		return nil, nil, err
	}
	changed := map[flow.Node]bool{}
	if v.mapping != nil {
		for _, c := range v.mapping.Changed() {
			if n, ok := g.Node(c.Func, c.Stmt); ok {
				changed[n] = true
			}
		}
	}
	src := figure.NewSource(v.program, v.version)
	switch f.kind {
	case "cfg":
		drawn = figure.Control(g, src, funcs, changed)
	case "pdg":
		drawn = figure.Dependences(g, src, funcs, changed)
	case "callgraph":
		drawn = figure.Calls(g)
	case "csg":
		s := sequence.Build(g, v.delta, v.mapping, sequence.Options{Important: f.important, Effects: f.effects, Entry: v.entry})
		return figure.Sequences(s), s, nil
	}
	return drawn, drawn, nil
}

// chosen returns the functions to draw.
func (f *graphFlags) chosen(g *flow.Graph) ([]int, error) {
	if len(f.funcs) == 0 {
		return g.Funcs(), nil
	}
	var funcs []int
	for _, name := range f.funcs {
		i, ok := g.Program().FuncByName(name)
		if !ok || !slices.Contains(g.Funcs(), i) {
			return nil, usagef("no function %q with a body%s", name, didYouMean(name, g.Program().FuncNames()))
		}
		funcs = append(funcs, i)
	}
	return funcs, nil
}

// graphVersions compiles what the command line names.
func (a *app) graphVersions(ctx context.Context, list []string, f *graphFlags) (*versions, error) {
	if len(list) == 1 && len(f.old) == 0 && !strings.HasSuffix(list[0], ".c") {
		if subject, pair, ok := cutLast(list[0], "/"); ok {
			return a.pairVersions(ctx, subject, pair)
		}
	}
	v := &versions{entry: f.entry}
	var err error
	if v.version, err = corpora.LoadSources(list, f.CompilerFlags); err != nil {
		return nil, input(err)
	}
	if v.program, err = a.env.Compile(ctx, v.version); err != nil || len(f.old) == 0 {
		return v, err
	}
	if len(f.old) != len(list) {
		return nil, usagef("--old: %d files stand against %d: give them in the same order", len(f.old), len(list))
	}
	old, err := corpora.LoadSources(f.old, f.CompilerFlags)
	if err != nil {
		return nil, input(err)
	}
	for i := range old.Files {
		old.Files[i].Name = v.version.Files[i].Name // versions are compared file by file
	}
	return v, v.compare(ctx, a, old)
}

func cutLast(s, sep string) (before, after string, ok bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

func (a *app) pairVersions(ctx context.Context, ref, name string) (*versions, error) {
	subjects, err := corpora.Open(ref, "")
	if err != nil {
		return nil, input(err)
	}
	for _, s := range subjects {
		p := s.Pair(name)
		if p == nil {
			continue
		}
		v := &versions{version: s.Version(p.New), entry: s.Model.Entry}
		if v.program, err = a.env.Compile(ctx, v.version); err != nil {
			return nil, err
		}
		return v, v.compare(ctx, a, s.Version(p.Old))
	}
	return nil, usagef("%s has no pair %q", ref, name)
}

func (v *versions) compare(ctx context.Context, a *app, old *program.Version) error {
	p, err := a.env.Compile(ctx, old)
	if err != nil {
		return fmt.Errorf("old version: %w", err)
	}
	v.delta = delta.Compute(old, v.version)
	v.mapping = mapping.New(v.delta, p, v.program)
	return nil
}

func (a *app) writeGraph(file, format string, g *digraph.Graph, data any) error {
	var out io.Writer = a.out
	if file != "" {
		f, err := os.Create(file)
		if err != nil {
			return input(err)
		}
		defer f.Close()
		out = f
	}
	switch format {
	case "svg":
		return g.WriteSVG(out)
	case "dot":
		return g.WriteDOT(out)
	case "json":
		enc := json.NewEncoder(out)
		enc.SetEscapeHTML(false)
		return enc.Encode(data)
	}
	return g.WriteText(out)
}
