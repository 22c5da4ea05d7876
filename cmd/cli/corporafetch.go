package cli

import (
	"fmt"
	"slices"

	"github.com/riftlab/rift/corpora"
	"github.com/spf13/cobra"
)

func (a *app) corporaFetch() *cobra.Command {
	var from string
	cmd := &cobra.Command{
		Use:   "fetch SUBJECT",
		Short: "Fetch the git repository that subjects take their sources from",
		Long: `Copy the git repository that a subject takes its sources from into the cache,
in place of a copy that is there. SUBJECT is the name of a bundled subject, the
part of several names before "-" (coreutils), or a manifest or its folder; or tcas,
which is unpacked from the repository of the Siemens suite, in the SIR layout.
"rift corpora verify" checks that what was fetched is what is expected.

The cache is the folder rift in the user's cache folder, or the folder named by
RIFT_CACHE in the environment.`,
		Example: "  rift corpora fetch coreutils\n  rift corpora fetch coreutils --from /data/mirrors/coreutils.git",
		Args:    args(1, 1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return slices.Concat(corpora.Fetchable(), corpora.SIRNames()), cobra.ShellCompDirectiveDefault
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if slices.Contains(corpora.SIRNames(), args[0]) {
				dir, err := corpora.FetchSIR(cmd.Context(), args[0], from, a.stderr)
				if err == nil {
					fmt.Fprintf(a.out, "%s is in %s: give it with --from %[1]s=%[2]s\n", args[0], dir)
				}
				return input(err)
			}
			addresses, err := corpora.Repositories(args[0], "")
			if err != nil {
				return input(err)
			}
			if len(addresses) == 0 {
				return usagef("%s needs nothing to be fetched", args[0])
			}
			if from != "" && len(addresses) > 1 {
				return usagef("--from: %s needs %d repositories: fetch for one subject at a time", args[0], len(addresses))
			}
			for _, address := range addresses {
				dir, err := corpora.Fetch(cmd.Context(), address, from, a.stderr)
				if err != nil {
					return input(err)
				}
				fmt.Fprintf(a.out, "%s is in %s\n", address, dir)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&from, "from", "", "copy the repository from this path or address instead")
	return cmd
}

func (a *app) corporaExport() *cobra.Command {
	var output string
	cmd := &cobra.Command{
		Use:   "export SUBJECT -o FOLDER",
		Short: "Write the sources of a subject's versions, to be built with another compiler",
		Long: `Write the sources of all versions of a subject, with the shim libraries they use,
into a folder that must not exist, and a Makefile beside them: "make" builds the
program of each version as bin/VERSION with the host's C compiler and library.`,
		Example:           "  rift corpora export coreutils-cut -o cut",
		Args:              args(1, 1),
		ValidArgsFunction: a.completeSubjects,
		RunE: func(_ *cobra.Command, args []string) error {
			if output == "" {
				return usagef("-o FOLDER is missing")
			}
			all, err := a.subjects(args)
			if err != nil {
				return err
			}
			if len(all) != 1 {
				return usagef("%s: %d subjects: give one", args[0], len(all))
			}
			if err := corpora.Export(all[0], output); err != nil {
				return input(err)
			}
			fmt.Fprintf(a.out, "%s in %s\n", corpora.Plural(len(all[0].Versions), "version"), output)
			return nil
		},
	}
	cmd.Flags().StringVarP(&output, "output", "o", "", "the folder to make")
	return cmd
}
