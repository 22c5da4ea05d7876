package cli

import (
	"github.com/spf13/cobra"
)

func (a *app) results() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "results",
		Short: "Trace, merge, check and export result folders",
		Long: `Work with the result folders that "rift run" writes: which records are behind a
number, whether a task gives them again, one folder of many, and other formats.`,
		Example: "  rift results why results-quick overview\n  rift results merge part1 part2 part3 -o whole\n  rift results export results-quick --format junit",
		Args:    cobra.ArbitraryArgs,
		RunE:    group,
	}
	cmd.AddCommand(a.resultsWhy(), a.resultsMerge(), a.resultsExport(), a.resultsRerun(), a.resultsHash())
	return cmd
}
