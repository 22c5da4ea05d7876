package cli

import (
	"fmt"
	"reflect"
	"sort"
	"strings"
	"text/tabwriter"

	"github.com/BurntSushi/toml"
	"github.com/riftlab/rift/engines"
	"github.com/spf13/cobra"
)

// engineInfo is what is shown of an engine.
type engineInfo struct {
	Name          string       `json:"name"`
	Kind          engines.Kind `json:"kind"`
	Summary       string       `json:"summary"`
	Source        string       `json:"source,omitempty"`
	Deterministic bool         `json:"deterministic"`
	Params        any          `json:"params,omitempty"` // the defaults
	// Extensions are parameters that other defaults have in the mode "published".
	Extensions []engines.Extension `json:"extensions,omitempty"`
}

func (a *app) engines() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "engines [NAME]",
		Short: "List the engines, or describe one",
		Long:  "List the engines that experiments can use, or describe one with the defaults of its parameters.",
		Example: `  rift engines
  rift engines random
  rift engines --json`,
		Args: args(0, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			list, err := a.chosenEngines(args)
			if err != nil {
				return err
			}
			if asJSON {
				for _, e := range list {
					a.event(e)
				}
				return nil
			}
			if len(args) == 1 {
				return a.describeEngine(list[0])
			}
			w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "NAME\tKIND\tSUMMARY\tSOURCE")
			for _, e := range list {
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", e.Name, e.Kind, e.Summary, e.Source)
			}
			return w.Flush()
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON line per engine")
	cmd.AddCommand(a.enginesTry())
	return cmd
}

func (a *app) chosenEngines(args []string) ([]engineInfo, error) {
	var list []engineInfo
	var names []string
	for _, e := range a.env.Engines {
		d := engines.Describe(e)
		names = append(names, e.Name())
		if len(args) == 0 || args[0] == e.Name() {
			list = append(list, engineInfo{e.Name(), d.Kind, d.Summary, d.Source, d.Deterministic, d.Params, engines.Extensions(d.Params)})
		}
	}
	if len(list) == 0 && len(args) > 0 {
		return nil, usagef("unknown engine %q%s", args[0], didYouMean(args[0], names))
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Name < list[j].Name })
	return list, nil
}

func (a *app) describeEngine(e engineInfo) error {
	seeds := "randomised: it runs with many seeds"
	if e.Deterministic {
		seeds = "deterministic: it runs once"
	}
	fmt.Fprintf(a.out, "%s: %s\nkind: %s\nsource: %s\n%s\n", e.Name, e.Summary, e.Kind, e.Source, seeds)
	if e.Params == nil {
		_, err := fmt.Fprintln(a.out, "It has no parameters.")
		return err
	}
	text, err := toml.Marshal(e.Params)
	if err != nil {
		return err
	}
	if len(e.Extensions) > 0 {
		fmt.Fprintln(a.out, "\nNot in the paper, and off with mode = \"published\":")
		w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
		for _, x := range e.Extensions {
			fmt.Fprintf(w, "  %s = %s\tour reason: %s\n", x.Param, x.Published, x.Why)
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(a.out, "\n[[engine]]\nname = %q\n[engine.params] # the defaults\n%s", e.Name, documented(string(text), e.Params))
	return err
}

// documented puts what the doc tags of parameters say above their lines.
func documented(text string, params any) string {
	docs := map[string]string{}
	for _, f := range reflect.VisibleFields(reflect.TypeOf(params).Elem()) {
		name, _, _ := strings.Cut(f.Tag.Get("toml"), ",")
		docs[name] = f.Tag.Get("doc")
	}
	var out strings.Builder
	for line := range strings.Lines(text) {
		key, _, _ := strings.Cut(line, " = ")
		column := 0
		for _, word := range strings.Fields(docs[key]) {
			switch {
			case column == 0:
				out.WriteString("# ")
			case column+len(word) > 76:
				out.WriteString("\n# ")
				column = 0
			default:
				out.WriteString(" ")
			}
			out.WriteString(word)
			column += len(word) + 1
		}
		if column > 0 {
			out.WriteString("\n")
		}
		out.WriteString(line)
	}
	return out.String()
}
