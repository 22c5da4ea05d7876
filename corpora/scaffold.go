package corpora

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/regular"
)

// Scaffold is a manifest to be: two versions of a program and a pair of them.
type Scaffold struct {
	Name     string
	Old, New ScaffoldVersion
	// Git is the address of the repository that the versions' revisions are
	// read from; if it is "", Texts are written into folders beside the manifest.
	Git string
}

// ScaffoldVersion is a version of a Scaffold.
type ScaffoldVersion struct {
	Rev   string // of Git, in full
	From  string // where the texts come from, for people
	Files []string
	Texts [][]byte // of Files
}

// hash is that of the files, as manifests record it.
func (v *ScaffoldVersion) hash() string {
	files := make([]program.SourceFile, len(v.Files))
	for i, name := range v.Files {
		files[i] = program.SourceFile{Name: name, Text: string(v.Texts[i])}
	}
	return contentHash(files)
}

// LoadScaffold reads the two C files, or revisions of files of a repository on
// disk.
func LoadScaffold(name, repo, old, new string, files []string) (*Scaffold, error) {
	s := &Scaffold{Name: name}
	if repo == "" {
		for _, v := range []struct {
			to   *ScaffoldVersion
			path string
		}{{&s.Old, old}, {&s.New, new}} {
			text, err := regular.ReadFile(v.path)
			if err != nil {
				return nil, err
			}
			// Both have the name of the old one, so that they belong together.
			*v.to = ScaffoldVersion{From: v.path, Files: []string{filepath.Base(old)}, Texts: [][]byte{text}}
		}
		return s, nil
	}
	r, err := OpenRepository(repo)
	if err != nil {
		return nil, err
	}
	for _, v := range []struct {
		to  *ScaffoldVersion
		rev string
	}{{&s.Old, old}, {&s.New, new}} {
		hash, err := r.Commit(v.rev)
		if err != nil {
			return nil, err
		}
		*v.to = ScaffoldVersion{Rev: hash, From: v.rev + " of " + repo}
		for _, f := range files {
			text, err := r.File(hash, f)
			if err != nil {
				return nil, err
			}
			v.to.Files, v.to.Texts = append(v.to.Files, f), append(v.to.Texts, text)
		}
	}
	return s, nil
}

// Write makes the folder dir, which must not exist, with the manifest and,
// without Git, the sources.
func (s *Scaffold) Write(dir string) error {
	if err := os.Mkdir(dir, 0o777); err != nil {
		return err
	}
	files := map[string][]byte{ManifestName: s.manifest(), "pool.txt": []byte("0\n1\na\n")}
	if s.Git == "" {
		for name, v := range map[string]*ScaffoldVersion{"old": &s.Old, "new": &s.New} {
			for i, f := range v.Files {
				if !filepath.IsLocal(filepath.FromSlash(f)) {
					return fmt.Errorf("file %q: must lie in the repository", f)
				}
				files[name+"/"+f] = v.Texts[i]
			}
		}
	}
	var errs []error
	for name, data := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		errs = append(errs, os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, data, 0o666))
	}
	return errors.Join(errs...)
}

// manifest is the text of the manifest, with what to say more as comments.
func (s *Scaffold) manifest() []byte {
	var buf bytes.Buffer
	put := func(format string, args ...any) { fmt.Fprintf(&buf, format+"\n", args...) }
	put("# docs/manifest.md of rift explains every key.")
	put("name = %q", s.Name)
	put("title = %q", s.Name+": "+s.Old.From+" to "+s.New.From)
	put("pool = [\"pool.txt\"] # tests: one a line, written as arguments in a shell")
	if s.Git != "" {
		put("git = %q", s.Git)
	}
	put("\n# The inputs that engines may make. More: stdin = { size = 4 }, or entry = \"f\" with params.")
	put("[model]\nargs = [{ string = { min_size = 0, size = 4 } }]")
	for _, v := range []struct {
		name string
		*ScaffoldVersion
	}{{"old", &s.Old}, {"new", &s.New}} {
		put("\n# %s\n[[version]]\nname = %q", v.From, v.name)
		if s.Git != "" {
			put("rev = %q\nhash = %q", v.Rev, v.hash())
		} else {
			put("dir = %q", v.name)
		}
		quoted := make([]string, len(v.Files))
		for i, f := range v.Files {
			quoted[i] = fmt.Sprintf("%q", f)
		}
		put("files = [%s]", strings.Join(quoted, ", "))
	}
	put("\n[[pair]]\nname = \"change\"\nold = \"old\"\nnew = \"new\"\nkind = \"unknown\"")
	put("# If no test of the pool shows the difference, name one that does: witness = \"w\", with")
	put("# [[test]] name = \"w\", hidden = true, args = [\"...\"]. A later version that is right is the golden one.")
	return buf.Bytes()
}
