package cli

import (
	"slices"

	"github.com/riftlab/rift/program"
	"github.com/spf13/cobra"
)

func (a *app) ir() *cobra.Command {
	var f sourceFlags
	var names []string
	var library bool
	cmd := &cobra.Command{
		Use:   "ir FILE.c... [flags]",
		Short: "Print the intermediate representation of C files",
		Long: `Compile C files and print rift's intermediate representation of the program: its
globals and functions, without those of the run-time library unless --library is
given.`,
		Example: `  rift ir hello.c
  rift ir main.c list.c -I include --func list_insert`,
		Args: func(cmd *cobra.Command, list []string) error {
			if len(list) == 0 && f.BuildDir == "" {
				return usagef("usage: %s", cmd.UseLine())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, files []string) error {
			p, err := f.load(cmd.Context(), a, files)
			if err != nil {
				return err
			}
			for _, name := range names {
				if _, ok := p.FuncByName(name); !ok {
					return usagef("no function %q%s", name, didYouMean(name, p.FuncNames()))
				}
			}
			return program.Fprint(a.out, p, func(f *program.Func) bool {
				if len(names) > 0 {
					return slices.Contains(names, f.Name)
				}
				return library || !f.Library && len(f.Blocks) > 0
			})
		},
	}
	f.add(cmd)
	cmd.Flags().StringArrayVar(&names, "func", nil, "print only this function (may be repeated)")
	cmd.Flags().BoolVar(&library, "library", false, "print the run-time library's functions too")
	return cmd
}
