package corpora

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/object"
	"github.com/go-git/go-git/v5/storage/filesystem"
	"github.com/riftlab/rift/corpora/regressions"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/regular"
)

// ErrNotFetched is wrapped by errors about subjects whose git repository is
// not in the cache.
var ErrNotFetched = errors.New("not fetched")

// CacheDir returns the folder where what was fetched is kept: that named by
// RIFT_CACHE in the environment, or "rift" in the user's cache folder.
func CacheDir() (string, error) {
	if dir := os.Getenv("RIFT_CACHE"); dir != "" {
		return dir, nil
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no cache folder: %w; set RIFT_CACHE", err)
	}
	return filepath.Join(dir, "rift"), nil
}

// cachedRepository returns where in the cache the repository of an address
// lies, or would lie: HOST/PATH.git in the folder git.
func cachedRepository(address string) (string, error) {
	cache, err := CacheDir()
	if err != nil {
		return "", err
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Path == "" {
		return "", fmt.Errorf("repository %q: not an address such as https://HOST/PATH", address)
	}
	name := strings.Trim(path.Clean(u.Path), "/")
	return filepath.Join(cache, "git", u.Host, filepath.FromSlash(strings.TrimSuffix(name, ".git"))+".git"), nil
}

// Repository is a git repository on disk. It is not safe for concurrent use.
type Repository struct {
	dir  string
	repo *git.Repository
}

// OpenRepository opens the git repository in a folder, with or without a work
// tree.
func OpenRepository(dir string) (*Repository, error) {
	r, err := git.PlainOpenWithOptions(dir, &git.PlainOpenOptions{EnableDotGitCommonDir: true})
	if errors.Is(err, git.ErrRepositoryNotExists) { // dir may lie within the work tree
		r, err = git.PlainOpenWithOptions(dir, &git.PlainOpenOptions{DetectDotGit: true, EnableDotGitCommonDir: true})
	}
	if err != nil {
		return nil, fmt.Errorf("git repository %s: %w", dir, err)
	}
	return &Repository{dir, r}, nil
}

// Changed returns the paths of the files that differ between two revisions, are in one
// of them alone, or are of another mode, sorted.
func (r *Repository) Changed(old, new string) ([]string, error) {
	var trees [2]*object.Tree
	for i, rev := range []string{old, new} {
		c, err := r.commit(rev)
		if err != nil {
			return nil, err
		}
		if trees[i], err = c.Tree(); err != nil {
			return nil, fmt.Errorf("revision %q: %w", rev, err)
		}
	}
	changes, err := object.DiffTree(trees[0], trees[1])
	if err != nil {
		return nil, fmt.Errorf("revisions %q and %q: %w", old, new, err)
	}
	var names []string
	for _, c := range changes {
		if c.From.Name != "" {
			names = append(names, c.From.Name)
		}
		if c.To.Name != "" {
			names = append(names, c.To.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// WorkTree returns the absolute path of the work tree, without symbolic links; "" if
// the repository has none.
func (r *Repository) WorkTree() string {
	w, err := r.repo.Worktree()
	if err != nil {
		return ""
	}
	root, err := filepath.EvalSymlinks(w.Filesystem.Root())
	if err != nil {
		return ""
	}
	return root
}

// Objects returns the absolute path of the folder with the objects; "" if there is none
// on disk.
func (r *Repository) Objects() string {
	s, ok := r.repo.Storer.(*filesystem.Storage)
	if !ok {
		return ""
	}
	dir := s.Filesystem().Root()
	if common, err := regular.ReadFile(filepath.Join(dir, "commondir")); err == nil { // of a work tree beside the first
		if c := strings.TrimSpace(string(common)); filepath.IsAbs(c) {
			dir = c
		} else {
			dir = filepath.Join(dir, c)
		}
	}
	dir, err := filepath.Abs(filepath.Join(dir, "objects"))
	if err != nil {
		return ""
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return ""
	}
	return dir
}

// Commit is a commit as people name it.
type Commit struct {
	Hash    string `json:"commit"`
	Subject string `json:"subject"` // the first line of its message
	Author  string `json:"author"`
	Date    string `json:"date"` // of the author, YYYY-MM-DD
}

func described(c *object.Commit) Commit {
	subject, _, _ := strings.Cut(strings.TrimSpace(c.Message), "\n")
	return Commit{c.Hash.String(), subject, c.Author.Name, c.Author.When.Format("2006-01-02")}
}

// Line returns the old revision, and the commits after it up to the new one along first
// parents, the oldest first: those that the old revision's history lacks.
func (r *Repository) Line(old, new string) (from Commit, line []Commit, err error) {
	o, err := r.commit(old)
	if err != nil {
		return from, nil, err
	}
	n, err := r.commit(new)
	if err != nil {
		return from, nil, err
	}
	known := map[plumbing.Hash]bool{}
	for queue := []*object.Commit{o}; len(queue) > 0; {
		c := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if known[c.Hash] {
			continue
		}
		known[c.Hash] = true
		for _, p := range c.ParentHashes {
			if parent, err := r.repo.CommitObject(p); err == nil { // a shallow clone ends somewhere
				queue = append(queue, parent)
			}
		}
	}
	for c := n; !known[c.Hash]; {
		line = append(line, described(c))
		if len(c.ParentHashes) == 0 {
			break
		}
		if c, err = r.repo.CommitObject(c.ParentHashes[0]); err != nil {
			return from, nil, fmt.Errorf("the history between %s and %s is not all there: %w", old, new, err)
		}
	}
	if len(line) == 0 {
		return from, nil, fmt.Errorf("%s has no commit that %s does not have", new, old)
	}
	slices.Reverse(line)
	return described(o), line, nil
}

// Tags returns the objects that tags name, by the tags' names.
func (r *Repository) Tags() (map[string]string, error) {
	all, err := r.repo.Tags()
	if err != nil {
		return nil, err
	}
	tags := map[string]string{}
	err = all.ForEach(func(ref *plumbing.Reference) error {
		if ref.Type() == plumbing.HashReference {
			tags[ref.Name().Short()] = ref.Hash().String()
		}
		return nil
	})
	return tags, err
}

// fetched opens the cached repository of an address.
func fetched(address string) (*Repository, error) {
	dir, err := cachedRepository(address)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(dir); err != nil {
		return nil, fmt.Errorf("%w: repository %s is not in the cache (%s)", ErrNotFetched, address, dir)
	}
	return OpenRepository(dir)
}

// Commit returns the full hash of the commit that a revision names: a hash, a
// branch, a tag, with ^ or ~N behind it.
func (r *Repository) Commit(rev string) (string, error) {
	c, err := r.commit(rev)
	if err != nil {
		return "", err
	}
	return c.Hash.String(), nil
}

func (r *Repository) commit(rev string) (*object.Commit, error) {
	if len(rev) == 40 { // a hash, most often, which needs no looking up
		if c, err := r.repo.CommitObject(plumbing.NewHash(rev)); err == nil {
			return c, nil
		}
	}
	hash, err := r.repo.ResolveRevision(plumbing.Revision(rev))
	if err != nil {
		return nil, fmt.Errorf("revision %q: %w", rev, err)
	}
	c, err := r.repo.CommitObject(*hash)
	if err != nil {
		return nil, fmt.Errorf("revision %q: %w", rev, err)
	}
	return c, nil
}

// File returns a file as a revision has it; symbolic links are followed, as Tree
// says. An error wraps fs.ErrNotExist if the revision lacks it.
func (r *Repository) File(rev, name string) ([]byte, error) {
	tree, err := r.Tree(rev)
	if err != nil {
		return nil, err
	}
	data, err := regular.FromFS(tree, path.Clean(name))
	if err != nil {
		return nil, fmt.Errorf("revision %.12s, file %q: %w", rev, name, cause(err))
	}
	return data, nil
}

// Each calls visit for each file of a revision until it returns an error. The
// contents of a symbolic link are its target; submodules are not looked into.
func (r *Repository) Each(rev string, visit func(f *object.File) error) error {
	c, err := r.commit(rev)
	if err != nil {
		return err
	}
	files, err := c.Files()
	if err == nil {
		err = files.ForEach(visit)
	}
	if err != nil {
		return fmt.Errorf("revision %q: %w", rev, err)
	}
	return nil
}

// texts returns the text files of a revision whose paths are wanted, sorted.
func (r *Repository) texts(rev string, wanted func(name string) bool) ([]program.SourceFile, error) {
	var out []program.SourceFile
	err := r.Each(rev, func(f *object.File) error {
		if f.Mode == filemode.Symlink || !wanted(f.Name) {
			return nil
		}
		text, err := f.Contents()
		if err == nil && !strings.Contains(text, "\x00") {
			out = append(out, program.SourceFile{Name: f.Name, Text: text})
		}
		return err
	})
	slices.SortFunc(out, func(a, b program.SourceFile) int { return strings.Compare(a.Name, b.Name) })
	return out, err
}

// Fetch copies the repository of an address, with its whole history, into the
// cache, in place of a copy that is there, and returns where it lies. from is
// where to copy it from: a path, another address, or "" for the address itself.
// Progress goes to log, which may be nil. A copy that fails changes nothing.
func Fetch(ctx context.Context, address, from string, log io.Writer) (string, error) {
	dir, err := cachedRepository(address)
	if err != nil {
		return "", err
	}
	if from == "" {
		from = address
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o777); err != nil {
		return "", err
	}
	work, err := os.MkdirTemp(filepath.Dir(dir), ".fetch-*")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(work)
	fresh := filepath.Join(work, "new")
	if err := clone(ctx, from, fresh, log); err != nil {
		return "", fmt.Errorf("fetch %s: %w", from, err)
	}
	if err := os.Rename(dir, filepath.Join(work, "old")); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	return dir, os.Rename(fresh, dir)
}

// clone copies a repository into a folder to be made, with git where it is
// installed, since that is several times faster with a long history and since
// go-git itself needs it for what lies on this machine.
func clone(ctx context.Context, from, dir string, log io.Writer) error {
	if program, err := exec.LookPath("git"); err == nil {
		cmd := exec.CommandContext(ctx, program, "clone", "--mirror", "--", from, dir)
		cmd.Stdout, cmd.Stderr = log, log
		cmd.Env = append(os.Environ(), "GIT_TERMINAL_PROMPT=0")
		return cmd.Run()
	}
	if info, err := os.Stat(from); err == nil && info.IsDir() {
		return copyRepository(from, dir)
	}
	_, err := git.PlainCloneContext(ctx, dir, true, &git.CloneOptions{URL: from, Mirror: true, Progress: log})
	return err
}

// copyRepository copies the files of a repository, but for a work tree.
func copyRepository(from, dir string) error {
	if sub := filepath.Join(from, git.GitDirName); isFile(filepath.Join(sub, "HEAD")) {
		from = sub
	}
	if !isFile(filepath.Join(from, "HEAD")) {
		return fmt.Errorf("no git repository")
	}
	return os.CopyFS(dir, os.DirFS(from))
}

// Study studies the regressions in the history of a revision.
func (r *Repository) Study(ctx context.Context, rev string, opt regressions.Options) (*regressions.Study, error) {
	c, err := r.commit(rev)
	if err != nil {
		return nil, err
	}
	return regressions.Read(ctx, c, opt)
}
