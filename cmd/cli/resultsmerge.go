package cli

import (
	"fmt"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/experiments"
	"github.com/spf13/cobra"
)

func (a *app) resultsMerge() *cobra.Command {
	var out string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "merge DIR... -o DIR",
		Short: "Unite result folders of one experiment",
		Long: `Unite result folders of one experiment, such as its shards, in a new folder. Of a
task that several folders have, one attempt is taken: one that ended as tasks should
before one that failed, and that before one that was killed; of attempts that
disagree the one with the least content. Torn and damaged lines, attempts without end and records of other plans
are left out and reported. Whatever the order of the folders, the merged records
are the same bytes.

Exit status: 0 merged, and every task of the plan is there; 3 tasks are missing.`,
		Example: "  rift results merge part1 part2 part3 -o whole\n  rift results merge results-* -o whole --json",
		Args:    args(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if out == "" {
				return usagef("-o DIR is missing")
			}
			for _, dir := range args {
				if _, err := resultFolder(dir); err != nil {
					return err
				}
			}
			m, err := experiments.Merge(cmd.Context(), out, args)
			if err != nil {
				return folderError(err)
			}
			if asJSON {
				a.event(mergeResult{"result", out, m})
			} else {
				for _, w := range m.Warnings {
					fmt.Fprintf(a.err, "rift: %s\n", w)
				}
				fmt.Fprintf(a.out, "%s of %s in %s", corpora.Plural(m.Tasks, "task"), corpora.Plural(m.Folders, "folder"), out)
				if m.Duplicates > 0 {
					fmt.Fprintf(a.out, ", %s left out", corpora.Plural(m.Duplicates, "duplicate"))
				}
				if m.Missing > 0 {
					fmt.Fprintf(a.out, ", %d missing", m.Missing)
				}
				fmt.Fprintln(a.out)
			}
			if m.Missing > 0 {
				return &silent{StatusInconclusive}
			}
			return nil
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "the folder to make")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the result as a JSON line")
	return cmd
}

type mergeResult struct {
	Event  string `json:"event"`
	Folder string `json:"folder"`
	*experiments.Merged
}
