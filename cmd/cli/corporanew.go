package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/riftlab/rift/corpora"
	"github.com/spf13/cobra"
)

func (a *app) corporaNew() *cobra.Command {
	var repo, address, name string
	cmd := &cobra.Command{
		Use:   "new DIR OLD NEW [FILE...]",
		Short: "Make a subject of two C files, or of two revisions of a repository",
		Long: `Make a folder with the manifest of a subject that has two versions and a pair of
them, to be completed. OLD and NEW are C files; with --repo they are revisions of a
git repository on disk, and FILE are the files of the program there. The sources are
copied; with --git they are not, but read from the repository of that address, which
is fetched into the cache (from --repo, if that is given).

The subject is loaded and checked as "rift corpora check" does.`,
		Example: `  rift corpora new clamp old.c new.c
  rift corpora new cut --repo coreutils v8.21 v8.22 src/cut.c src/system.h
  rift corpora new cut --git https://github.com/coreutils/coreutils v8.21 v8.22 src/cut.c`,
		Args: args(3, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, old, new, files := args[0], args[1], args[2], args[3:]
			if name == "" {
				name = filepath.Base(filepath.Clean(dir))
			}
			if address != "" {
				path, err := corpora.Fetch(cmd.Context(), address, repo, a.stderr)
				if err != nil {
					return input(err)
				}
				repo = path
			}
			switch {
			case repo == "" && len(files) > 0:
				return usagef("FILE is for revisions: give --repo or --git, or two C files alone")
			case repo != "" && len(files) == 0:
				return usagef("the files of the program are missing: rift corpora new DIR OLD NEW FILE...")
			}
			s, err := corpora.LoadScaffold(name, repo, old, new, files)
			if err != nil {
				return input(err)
			}
			s.Git = address
			if err := s.Write(dir); errors.Is(err, fs.ErrExist) {
				return usagef("%s is there already: give another folder", dir)
			} else if err != nil {
				return input(err)
			}
			fmt.Fprintf(a.out, "%s\n", filepath.Join(dir, corpora.ManifestName))
			return a.checkNew(cmd, dir)
		},
	}
	cmd.Flags().StringVar(&repo, "repo", "", "a git repository on disk; OLD and NEW are revisions of it")
	cmd.Flags().StringVar(&address, "git", "", "address of the repository to read the sources from")
	cmd.Flags().StringVar(&name, "name", "", "name of the subject (default: that of the folder)")
	return cmd
}

// checkNew loads a subject that was just made and says what is to be done.
func (a *app) checkNew(cmd *cobra.Command, dir string) error {
	path, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	all, err := a.env.Open(path, "")
	if err != nil {
		return input(err)
	}
	r, err := corpora.Check(cmd.Context(), all[0], a.build)
	if err != nil {
		return err
	}
	for _, m := range r.Pairs {
		fmt.Fprintf(a.out, "the versions differ on %d of %s of the pool\n", m.Differ, corpora.Plural(m.Tests, "test"))
	}
	for _, p := range r.Problems {
		fmt.Fprintf(a.out, "to do: %s\n", p)
	}
	return nil
}
