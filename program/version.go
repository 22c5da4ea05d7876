package program

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// Version is the source of one version of a program together with how it is
// compiled: everything that determines its meaning.
type Version struct {
	Name string `json:"name"`
	// Files are the translation units and the headers that belong to the
	// subject, in link order; see SourceFile.Unit.
	Files    []SourceFile `json:"files"`
	Includes []string     `json:"includes,omitempty"` // -I: folders, relative to the sources, looked up among Files first, then on disk
	Defines  []string     `json:"defines,omitempty"`  // -D: NAME or NAME=VALUE
	// Host lets system headers of the host be used (after Includes and
	// instead of rift's own). Off by default.
	Host bool `json:"host,omitempty"`
	// Sealed keeps the front end from the disk, but for the host's headers if
	// Host is set: what is not among Files is not there, so that the hash
	// covers everything.
	Sealed bool `json:"sealed,omitempty"`
	// Open lets variables that no file defines be objects of their type that are zero
	// at first, which Program.Given names, instead of errors. For functions that are
	// called without the rest of their program.
	Open bool `json:"open,omitempty"`
	// Check has the program's own code checked for undefined behaviour that goes
	// unnoticed otherwise: see FaultIndex and what follows it. That of libraries is
	// not. Signed overflow is looked for by the machines.
	Check bool `json:"check,omitempty"`
	// Called is what messages call files whose names here are not those that they
	// were given: files of different names are versions of one only if one of them is
	// renamed.
	Called map[string]string `json:"-"`
}

// SourceFile is one file of a version. Name is a slash-separated path as it
// is shown in messages; it need not exist on disk.
type SourceFile struct {
	Name string `json:"name"`
	Text string `json:"text"`
	// Library marks a file of a library that the program uses but that is no
	// part of it. Its translation units see library files alone, are linked as
	// members of an archive are, for what the program lacks, and their
	// functions are marked as the run-time library's are.
	Library bool `json:"library,omitempty"`
	// Included marks a file whose name ends in ".c" as text that others include,
	// as a header is.
	Included bool `json:"included,omitempty"`
	// Was is the name of the file in the version before, where it had another; it does
	// not change what is compiled.
	Was string `json:"was,omitempty"`
}

// Unit reports whether a file is a translation unit: its name ends in ".c", and it is
// not only included by others.
func (f *SourceFile) Unit() bool { return !f.Included && strings.HasSuffix(f.Name, ".c") }

// Place returns a place as messages name it.
func (v *Version) Place(at Position) Position {
	if name, ok := v.Called[at.File]; ok {
		at.File = name
	}
	return at
}

// Hash returns the SHA-256, in hexadecimal, of everything in v but its name and what
// messages call its files.
func (v *Version) Hash() string {
	h := sha256.New()
	put := func(s string) { fmt.Fprintf(h, "%d:%s", len(s), s) }
	for _, f := range v.Files {
		put("file")
		if f.Library {
			put("library")
		}
		if f.Included {
			put("included")
		}
		put(f.Name)
		put(f.Text)
	}
	if v.Open {
		put("open")
	}
	if v.Check {
		put("check")
	}
	for _, s := range v.Includes {
		put("include")
		put(s)
	}
	for _, s := range v.Defines {
		put("define")
		put(s)
	}
	if v.Host {
		put("host")
	}
	if v.Sealed && len(v.Includes) > 0 { // without Includes it makes no difference
		put("sealed")
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Units returns the indices of the version's own translation units in Files.
func (v *Version) Units() []int {
	var list []int
	for i, f := range v.Files {
		if !f.Library && f.Unit() {
			list = append(list, i)
		}
	}
	return list
}
