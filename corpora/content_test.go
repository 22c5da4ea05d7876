package corpora

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/riftlab/rift/program"
)

// record writes into a manifest which hash its versions have.
func record(t *testing.T, manifest string, hashes map[string]string) {
	t.Helper()
	data, err := os.ReadFile(manifest)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for rev, hash := range hashes {
		text = strings.Replace(text, `rev = "`+rev+`"`, `rev = "`+rev+"\"\nhash = \""+hash+`"`, 1)
	}
	if err := os.WriteFile(manifest, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// verifyOne verifies a reference to one subject.
func verifyOne(t *testing.T, ref string) Verification {
	t.Helper()
	all, err := Verify(ref, "")
	if err != nil || len(all) != 1 {
		t.Fatalf("verify %s: %d subjects, %v", ref, len(all), err)
	}
	return all[0]
}

// A subject goes through all that can be said of it: its repository is absent; no
// hash is recorded; the right ones are; and then the repository has a revision of
// another content under the same name, or lacks it.
func TestVerify(t *testing.T) {
	const address = "https://example.org/greet"
	repo, hashes := greetings(t)
	dir := gitSubject(t, address, hashes)
	t.Setenv("RIFT_CACHE", t.TempDir())
	if r := verifyOne(t, dir); r.Content != ContentAbsent || r.From != address || len(r.Versions) != 2 {
		t.Errorf("before fetching: %+v", r)
	}
	if _, err := Fetch(t.Context(), address, repo, nil); err != nil {
		t.Fatal(err)
	}
	r := verifyOne(t, dir)
	if r.Content != ContentUnrecorded || r.Versions[0].Hash == r.Versions[1].Hash || len(r.Versions[0].Hash) != 64 {
		t.Errorf("without hashes: %+v", r)
	}
	record(t, filepath.Join(dir, ManifestName), map[string]string{hashes[0]: r.Versions[0].Hash, hashes[1]: r.Versions[1].Hash})
	if r := verifyOne(t, dir); r.Content != ContentOK {
		t.Errorf("as recorded: %+v", r)
	}
	if _, err := Open(dir, ""); err != nil {
		t.Errorf("as recorded: %v", err)
	}

	wrong := gitSubject(t, address, hashes)
	record(t, filepath.Join(wrong, ManifestName), map[string]string{hashes[0]: r.Versions[1].Hash})
	if r := verifyOne(t, wrong); r.Content != ContentDiffers || r.Versions[0].Content != ContentDiffers || r.Versions[1].Content != ContentUnrecorded {
		t.Errorf("another content: %+v", r)
	}
	if _, err := Open(wrong, ""); err == nil || !strings.Contains(err.Error(), "recorded is "+r.Versions[1].Hash) {
		t.Errorf("another content is loaded: %v", err)
	}

	lost := gitSubject(t, address, []string{hashes[0], strings.Repeat("1", 40)})
	if r := verifyOne(t, lost); r.Content != ContentAbsent || r.Versions[0].Content != ContentUnrecorded || r.Versions[1].Reason == "" {
		t.Errorf("a revision that is not there: %+v", r)
	}
	if _, err := Verify("no-such-subject", ""); !errors.Is(err, ErrNoSubject) {
		t.Errorf("no such subject: %v", err)
	}
}

// The hash is of names and texts and of nothing between them, in any order.
func TestContentHash(t *testing.T) {
	files := func(pairs ...string) (out []program.SourceFile) {
		for i := 0; i < len(pairs); i += 2 {
			out = append(out, program.SourceFile{Name: pairs[i], Text: pairs[i+1]})
		}
		return out
	}
	if contentHash(files("a", "1", "b", "2")) != contentHash(files("b", "2", "a", "1")) {
		t.Error("the order of files matters")
	}
	seen := map[string]int{}
	for i, f := range [][]program.SourceFile{files("a", "1", "b", "2"), files("a", "1b", "b", "2"), files("a", "12", "b", ""), files("a", "2", "b", "1"), files("a1", "", "b", "2"), nil} {
		h := contentHash(f)
		if k, ok := seen[h]; ok {
			t.Errorf("contents %d and %d have the same hash", k, i)
		}
		seen[h] = i
	}
}

// Programs in the SIR layout are known by their name, wherever they lie.
func TestVerifySIR(t *testing.T) {
	t.Setenv("RIFT_CACHE", t.TempDir())
	if r := verifyOne(t, "tcas"); r.Content != ContentAbsent || r.From != siemens {
		t.Errorf("before fetching: %+v", r)
	}
	dir := write(t, map[string]string{
		"tcas/source.alt/source.orig/tcas.c":         "int main(void) { return 0; }\n",
		"tcas/versions.alt/versions.orig/v1/tcas.c":  "int main(void) { return 1; }\n",
		"tcas/testplans.alt/universe":                "1\n",
		"other/source.alt/source.orig/tcas.c":        "int main(void) { return 0; }\n",
		"other/versions.alt/versions.orig/v1/tcas.c": "int main(void) { return 1; }\n",
		"other/testplans.alt/universe":               "1\n2\n",
	})
	r := verifyOne(t, "sir:"+filepath.Join(dir, "tcas"))
	if r.Content != ContentDiffers || r.Versions[0].Recorded != sirContents["tcas"] {
		t.Errorf("another tcas: %+v", r)
	}
	o := verifyOne(t, "sir:"+filepath.Join(dir, "other"))
	if o.Content != ContentUnrecorded || o.Versions[0].Hash == r.Versions[0].Hash {
		t.Errorf("a program that is not known: %+v", o)
	}
}
