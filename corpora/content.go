package corpora

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
)

// Content is how what was fetched compares with what is recorded of it.
type Content string

const (
	ContentOK         Content = "ok"         // it is what is recorded
	ContentDiffers    Content = "differs"    // it is something else
	ContentAbsent     Content = "absent"     // it is not there
	ContentUnrecorded Content = "unrecorded" // nothing is recorded
)

// Verification says of a subject whether the sources that were fetched for it are
// those that its manifest was made for.
type Verification struct {
	Subject string `json:"subject"`
	// Content is the worst of the versions: "differs" before "absent" before
	// "unrecorded".
	Content  Content           `json:"content"`
	From     string            `json:"from"`               // address of the repository
	Versions []VerifiedVersion `json:"versions,omitempty"` // those that are fetched
}

// VerifiedVersion is one version of a Verification. A program in the SIR layout is
// verified as a whole and counts as one version.
type VerifiedVersion struct {
	Name     string  `json:"name"`
	Rev      string  `json:"rev,omitempty"`
	Content  Content `json:"content"`
	Hash     string  `json:"hash,omitempty"`     // of what is there; "" if it is absent
	Recorded string  `json:"recorded,omitempty"` // "" if nothing is
	Reason   string  `json:"reason,omitempty"`   // why it is absent
}

// Verify compares what was fetched for the subjects of a reference, as Open takes
// it, with the hashes that their manifests record. Subjects for which nothing is
// fetched have no versions and are as recorded. A name of SIRNames, or sir:DIR with
// such a name, is the program in the cache, or in DIR.
func Verify(ref, base string) ([]Verification, error) {
	if slices.Contains(SIRNames(), ref) {
		return verifySIR(ref, ref, "")
	}
	if rest, ok := strings.CutPrefix(ref, "sir:"); ok {
		return verifySIR(filepath.Base(resolvePath(base, rest)), ref, base)
	}
	return openAs(ref, base, verifyManifest)
}

// verifyManifest is the reading of one manifest.
func verifyManifest(files fs.FS, name, dir string) (Verification, error) {
	l, err := newLoader(files, name, dir)
	if err != nil {
		return Verification{}, err
	}
	if err := l.native(); err != nil {
		return Verification{}, err
	}
	r := Verification{Subject: l.m.Name, From: l.m.Git}
	for i := range l.m.Versions {
		mv := &l.m.Versions[i]
		if mv.Rev == "" {
			continue
		}
		x := VerifiedVersion{Name: mv.Name, Rev: mv.Rev, Recorded: mv.Hash}
		v, err := l.sources(mv)
		x.settle(v.Files, err)
		r.Versions = append(r.Versions, x)
	}
	r.sum()
	return r, nil
}

func verifySIR(name, ref, base string) ([]Verification, error) {
	r := Verification{Subject: name, From: siemens}
	x := VerifiedVersion{Name: "all", Recorded: sirContents[name]}
	var files []program.SourceFile
	var err error
	if dir, ok := strings.CutPrefix(ref, "sir:"); ok {
		r.From = dir
		files, err = sirFiles(resolvePath(base, dir))
		if err != nil {
			return nil, err
		}
	} else if dir, err = sirCache(name); err == nil {
		files, err = sirFiles(dir)
	}
	x.settle(files, err)
	r.Versions = []VerifiedVersion{x}
	r.sum()
	return []Verification{r}, nil
}

// settle fills in what the files that were read, or not, say.
func (x *VerifiedVersion) settle(files []program.SourceFile, err error) {
	if err != nil {
		x.Content, x.Reason = ContentAbsent, err.Error()
		if errors.Is(err, ErrNotFetched) {
			x.Reason = ErrNotFetched.Error()
		}
		return
	}
	x.Hash = contentHash(files)
	switch x.Recorded {
	case "":
		x.Content = ContentUnrecorded
	case x.Hash:
		x.Content = ContentOK
	default:
		x.Content = ContentDiffers
	}
}

// sum makes the verdict on all versions.
func (r *Verification) sum() {
	r.Content = ContentOK
	for _, c := range []Content{ContentUnrecorded, ContentAbsent, ContentDiffers} {
		if slices.ContainsFunc(r.Versions, func(x VerifiedVersion) bool { return x.Content == c }) {
			r.Content = c
		}
	}
}

// contentHash returns the SHA-256, in hexadecimal, of the names and texts of files,
// in whatever order they are.
func contentHash(files []program.SourceFile) string {
	files = slices.SortedFunc(slices.Values(files), func(a, b program.SourceFile) int { return strings.Compare(a.Name, b.Name) })
	h := sha256.New()
	for _, f := range files {
		fmt.Fprintf(h, "%d:%s%d:%s", len(f.Name), f.Name, len(f.Text), f.Text)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// checkHash refuses files that are not those of which a hash is recorded.
func checkHash(files []program.SourceFile, recorded string) error {
	if got := contentHash(files); recorded != "" && got != recorded {
		return fmt.Errorf("its files are not those that the manifest was made for: their hash is %s, recorded is %s", got, recorded)
	}
	return nil
}
