package project

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/riftlab/rift/corpora"
)

// gitDir is what builds that ask git for their version find in a slot: a repository
// with nothing of its own, whose objects are those of the project's and whose HEAD is
// the new revision, for all configurations. nil makes none.
type gitDir struct {
	objects, head, refs string
}

func newGitDir(repo *corpora.Repository, rev string) (*gitDir, error) {
	head, err := repo.Commit(rev)
	if err != nil {
		return nil, err
	}
	tags, err := repo.Tags()
	if err != nil {
		return nil, err
	}
	g := &gitDir{objects: repo.Objects(), head: head}
	if g.objects == "" {
		return nil, nil
	}
	var refs strings.Builder
	for _, name := range slices.Sorted(maps.Keys(tags)) {
		fmt.Fprintf(&refs, "%s refs/tags/%s\n", tags[name], name)
	}
	g.refs = refs.String()
	return g, nil
}

// putInto makes the repository in a folder that has none.
func (g *gitDir) putInto(dir string) error {
	if g == nil {
		return nil
	}
	at := filepath.Join(dir, ".git")
	for _, sub := range []string{"objects/info", "refs/tags", "refs/heads"} {
		if err := os.MkdirAll(filepath.Join(at, filepath.FromSlash(sub)), 0o777); err != nil {
			return err
		}
	}
	for _, f := range [][2]string{
		{"HEAD", g.head + "\n"},
		{"config", "[core]\n\trepositoryformatversion = 0\n\tbare = false\n"},
		{"objects/info/alternates", g.objects + "\n"},
		{"packed-refs", g.refs},
	} {
		if err := os.WriteFile(filepath.Join(at, filepath.FromSlash(f[0])), []byte(f[1]), 0o666); err != nil {
			return err
		}
	}
	cmd := exec.Command("git", "read-tree", "HEAD") // so that the tree is not all deleted files; without git nobody asks
	cmd.Dir, cmd.Env = dir, withoutGit(os.Environ())
	_ = cmd.Run()
	return nil
}

// withoutGit returns an environment that names no repository.
func withoutGit(env []string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(s string) bool {
		name, _, _ := strings.Cut(s, "=")
		return slices.Contains([]string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR", "GIT_PREFIX"}, name)
	})
}
