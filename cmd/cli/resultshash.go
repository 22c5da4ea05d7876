package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/spf13/cobra"
)

func (a *app) resultsHash() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "hash DIR...",
		Short: "Print the hash of what result folders found",
		Long: `Print the SHA-256 of the records of each folder in canonical order. Folders with
equal hashes hold the same findings, byte for byte, however many processes and
machines found them. Measures (times, memory, machines) are not part of it.

Exit status: 0 all folders have the same hash and are complete; 1 hashes differ;
3 a folder lacks tasks of its plan.`,
		Example: "  rift results hash results-quick\n  rift results hash one two --json",
		Args:    args(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			seen, missing := map[string]bool{}, 0
			for _, dir := range args {
				f, err := resultFolder(dir)
				if err != nil {
					return err
				}
				x, err := f.Scan(cmd.Context())
				if err != nil {
					return input(err)
				}
				h := sha256.New()
				if err := x.Canonical(cmd.Context(), h); err != nil {
					return err
				}
				hash, left := hex.EncodeToString(h.Sum(nil)), len(x.Missing())
				seen[hash] = true
				missing += left
				if asJSON {
					a.event(hashResult{"result", dir, hash, x.Plan.Hash, x.Len(), left, x.Warnings})
					continue
				}
				for _, w := range x.Warnings {
					fmt.Fprintf(a.err, "rift: %s: %s\n", dir, w)
				}
				if left > 0 {
					fmt.Fprintf(a.err, "rift: %s: %d tasks of the plan have not finished\n", dir, left)
				}
				fmt.Fprintf(a.out, "%s  %s\n", hash, dir)
			}
			switch {
			case len(seen) > 1:
				return &silent{StatusDifference}
			case missing > 0:
				return &silent{StatusInconclusive}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON line per folder")
	return cmd
}

type hashResult struct {
	Event    string   `json:"event"`
	Folder   string   `json:"folder"`
	Hash     string   `json:"sha256"`
	Plan     string   `json:"plan"`
	Tasks    int      `json:"tasks"`
	Missing  int      `json:"missing"`
	Warnings []string `json:"warnings,omitempty"`
}
