package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/riftlab/rift/corpora"
	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func (a *app) man() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write manual pages",
		Long: `Write a manual page for each command into a folder: what --help says, for man(1).
With the folder in MANPATH as DIR/man1, "man rift-run" shows one. "rift completion"
prints what makes a shell complete commands and flags.`,
		Example: "  rift man ~/.local/share/man/man1\n  rift man ./man1",
		Args:    args(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir := args[0]
			if err := os.MkdirAll(dir, 0o777); err != nil {
				return input(err)
			}
			// No date: equal commands give equal pages.
			head := &doc.GenManHeader{Title: "RIFT", Section: "1", Source: "rift " + a.env.Version, Manual: "rift", Date: &time.Time{}}
			root := cmd.Root()
			root.DisableAutoGenTag = true
			if err := doc.GenManTree(root, head, dir); err != nil {
				return input(err)
			}
			pages, err := filepath.Glob(filepath.Join(dir, "rift*.1"))
			if err != nil {
				return err
			}
			fmt.Fprintf(a.out, "%s in %s\n", corpora.Plural(len(pages), "page"), dir)
			return nil
		},
	}
}
