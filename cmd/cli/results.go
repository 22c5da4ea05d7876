package cli

import (
	"errors"
	"io/fs"

	"github.com/riftlab/rift/experiments"
	"github.com/riftlab/rift/results"
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

// resultFolder opens a folder that a user names.
func resultFolder(dir string) (*results.Folder, error) {
	f, err := results.Open(dir)
	if err != nil {
		return nil, input(err)
	}
	if !isResults(dir) {
		return nil, usagef("%s is no result folder: it has neither plan.json nor records/", dir)
	}
	return f, nil
}

// folderError marks errors about folders that the user gave as his.
func folderError(err error) error {
	if errors.Is(err, experiments.ErrFolder) || errors.Is(err, results.ErrPlans) || errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return input(err)
	}
	return err
}
