package cli

import (
	"fmt"
	"slices"
	"text/tabwriter"

	"github.com/riftlab/rift/corpora"
	"github.com/spf13/cobra"
)

func (a *app) corporaVerify() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "verify [SUBJECT...]",
		Short: "Check that fetched sources are those that manifests were made for",
		Long: `Compare the sources that were fetched for subjects (all bundled ones that need it if
none is given) with the SHA-256 that their manifests record of each revision's files.
SUBJECT is as for the other commands, or a program that "rift reproduce" fetches
(tcas); sir:DIR compares a copy of that program in DIR.

  ok          every version is what is recorded
  differs     some version is something else; it is not loaded, either
  absent      a repository or a revision is not there: rift corpora fetch
  unrecorded  the manifest has no hash; the one to write into it is shown

Exit status: 0 everything is ok; 1 something differs; 3 something is absent or
unrecorded, so that nobody knows.`,
		Example:           "  rift corpora verify\n  rift corpora verify coreutils --json\n  rift corpora verify sir:/data/siemens/tcas",
		ValidArgsFunction: a.completeSubjects,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = slices.Concat(corpora.Fetchable(), corpora.SIRNames())
			}
			var all []corpora.Verification
			for _, ref := range args {
				found, err := corpora.Verify(ref, "")
				if err != nil {
					return input(err)
				}
				all = append(all, found...)
			}
			counts := map[corpora.Content]int{}
			for i := range all {
				counts[all[i].Content]++
			}
			if asJSON {
				a.verifyEvents(all, counts)
			} else if err := a.showVerified(all); err != nil {
				return err
			}
			switch {
			case counts[corpora.ContentDiffers] > 0:
				return &silent{StatusDifference}
			case counts[corpora.ContentOK] < len(all):
				return &silent{StatusInconclusive}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON line per subject, the result last")
	return cmd
}

func (a *app) verifyEvents(all []corpora.Verification, counts map[corpora.Content]int) {
	for i := range all {
		a.event(struct {
			Event string `json:"event"`
			*corpora.Verification
		}{"subject", &all[i]})
	}
	a.event(struct {
		Event      string `json:"event"`
		OK         int    `json:"ok"`
		Differs    int    `json:"differs"`
		Absent     int    `json:"absent"`
		Unrecorded int    `json:"unrecorded"`
	}{"result", counts[corpora.ContentOK], counts[corpora.ContentDiffers], counts[corpora.ContentAbsent], counts[corpora.ContentUnrecorded]})
}

func (a *app) showVerified(all []corpora.Verification) error {
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "SUBJECT\tCONTENT\tVERSIONS\tFROM")
	for i := range all {
		from := all[i].From
		if from == "" {
			from = "its own folder: nothing is fetched"
		}
		fmt.Fprintf(w, "%s\t%s\t%d\t%s\n", all[i].Subject, all[i].Content, len(all[i].Versions), from)
	}
	err := w.Flush()
	for i := range all {
		if all[i].Content == corpora.ContentAbsent {
			fmt.Fprintf(a.out, "%s: rift corpora fetch %[1]s gets what is absent\n", all[i].Subject)
		}
		for _, v := range all[i].Versions {
			where := all[i].Subject + ", version " + v.Name
			switch v.Content {
			case corpora.ContentDiffers:
				fmt.Fprintf(a.out, "%s: hash %s, recorded is %s\n", where, v.Hash, v.Recorded)
			case corpora.ContentUnrecorded:
				fmt.Fprintf(a.out, "%s: hash = %q\n", where, v.Hash)
			case corpora.ContentAbsent:
				if v.Reason != corpora.ErrNotFetched.Error() {
					fmt.Fprintf(a.out, "%s: %s\n", where, v.Reason)
				}
			}
		}
	}
	return err
}
