package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/riftlab/rift/experiments/export"
	"github.com/spf13/cobra"
)

func (a *app) resultsExport() *cobra.Command {
	var format, out, name string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "export DIR --format FORMAT",
		Short: "Write a result folder in the formats of other tools",
		Long: `Write a result folder in the format of another tool, to standard output, a file or
a folder:

` + formatList() + `
Records hold the inputs that the experiment was told to keep, by default those
that show a difference; record.tests = "all" keeps the others, too. A format that
needs the sources fails if a subject is not on this machine any more.`,
		Example: `  rift results export results-quick --format csv -o tasks.csv
  rift results export results-quick --format latex --table overview
  rift results export results-quick --format benchexec -o bench`,
		Args: args(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			f, err := findFormat(format)
			if err != nil {
				return err
			}
			if _, err := resultFolder(args[0]); err != nil {
				return err
			}
			e, err := export.Open(cmd.Context(), a.env, args[0])
			if err != nil {
				return folderError(err)
			}
			if f.All != nil {
				err = a.exportFolder(cmd.Context(), e, f, out, name)
			} else {
				err = a.exportFile(cmd.Context(), e, f, out, name)
			}
			if err == nil && asJSON && out != "" {
				a.event(map[string]string{"event": "result", "folder": args[0], "format": format, "output": out})
			}
			return err
		},
	}
	cmd.Flags().StringVar(&format, "format", "", "what to write: "+strings.Join(formatNames(), ", "))
	cmd.Flags().StringVarP(&out, "output", "o", "", "file or folder to write to (default standard output)")
	cmd.Flags().StringVar(&name, "table", "", "write only this table")
	cmd.Flags().BoolVar(&asJSON, "json", false, "with -o: print the result as a JSON line")
	if err := cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(formatNames(), cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic("cli: resultsExport: " + err.Error())
	}
	return cmd
}

func formatNames() []string {
	var names []string
	for _, f := range export.Formats() {
		names = append(names, f.Name)
	}
	return names
}

func formatList() string {
	var buf bytes.Buffer
	w := tabwriter.NewWriter(&buf, 0, 0, 2, ' ', 0)
	for _, f := range export.Formats() {
		fmt.Fprintf(w, "  %s\t%s\n", f.Name, f.Doc)
	}
	_ = w.Flush() // to memory
	return buf.String()
}

func findFormat(name string) (*export.Format, error) {
	for _, f := range export.Formats() {
		if f.Name == name {
			return &f, nil
		}
	}
	if name == "" {
		return nil, usagef("--format FORMAT is missing; there are %s", strings.Join(formatNames(), ", "))
	}
	return nil, usagef("unknown format %q%s; there are %s", name, didYouMean(name, formatNames()), strings.Join(formatNames(), ", "))
}

func (a *app) exportFolder(ctx context.Context, e *export.Export, f *export.Format, out, name string) error {
	switch {
	case name != "":
		return usagef("--table: the format %s has no tables", f.Name)
	case out == "":
		return usagef("the format %s is many files: give a folder with -o", f.Name)
	}
	if entries, err := os.ReadDir(out); err == nil && len(entries) > 0 {
		return usagef("%s holds other things: give another folder with -o", out)
	}
	return input(f.All(ctx, e, out))
}

func (a *app) exportFile(ctx context.Context, e *export.Export, f *export.Format, out, name string) error {
	var buf bytes.Buffer
	var err error
	switch t := e.Report.Table(name); {
	case name == "":
		err = f.One(ctx, e, &buf)
	case f.Table == nil:
		return usagef("--table: the format %s has no tables", f.Name)
	case t == nil:
		var names []string
		for _, t := range e.Report.Tables {
			names = append(names, t.Name)
		}
		return usagef("no table %q%s; there are %s", name, didYouMean(name, names), strings.Join(names, ", "))
	default:
		err = f.Table(t, &buf)
	}
	if err != nil {
		return input(err)
	}
	if out == "" {
		_, err = a.out.Write(buf.Bytes())
		return err
	}
	return input(os.WriteFile(out, buf.Bytes(), 0o666))
}
