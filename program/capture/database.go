package capture

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Names of the files that hold a database.
const (
	CommandsFile = "compile_commands.json"
	LinksFile    = "link_commands.json"
)

// Command says how a C file is compiled: an entry of a compile_commands.json. Paths are
// absolute.
type Command struct {
	Directory string   `json:"directory"`
	File      string   `json:"file"`
	Arguments []string `json:"arguments"`
	Output    string   `json:"output"`
}

// Link says what a program, a library or an archive is made of: an entry of a
// link_commands.json. Paths are absolute.
type Link struct {
	Output string `json:"output"`
	// Objects are object files, outputs of commands, and outputs of other links, in the
	// order in which they are linked.
	Objects   []string `json:"objects"`
	Directory string   `json:"directory"`
	// Kind is "program", "shared" or "archive".
	Kind string `json:"kind,omitempty"`
}

// Database is how a project is compiled and linked.
type Database struct {
	Commands []Command
	Links    []Link
	// Unknown are the files that something is linked of whose making was not seen, such
	// as objects of another language, by what is linked of them.
	Unknown map[string][]string
}

// Programs returns the outputs of links that are programs.
func (d *Database) Programs() []string {
	d.prune()
	var list []string
	for _, l := range d.Links {
		if l.Kind == "program" {
			list = append(list, l.Output)
		}
	}
	return list
}

// prune drops links of nothing that was compiled from C.
func (d *Database) prune() {
	known := map[string]bool{}
	for _, c := range d.Commands {
		known[c.Output] = true
	}
	for grown := true; grown; {
		grown = false
		for _, l := range d.Links {
			if !known[l.Output] && slices.ContainsFunc(l.Objects, func(o string) bool { return known[o] }) {
				known[l.Output], grown = true, true
			}
		}
	}
	d.Links = slices.DeleteFunc(d.Links, func(l Link) bool { return !known[l.Output] })
}

// Write writes the two files of a database to a folder.
func (d *Database) Write(folder string) error {
	for _, f := range []struct {
		name string
		list any
	}{{CommandsFile, some(d.Commands)}, {LinksFile, some(d.Links)}} {
		data, err := json.MarshalIndent(f.list, "", "  ")
		if err != nil {
			return err
		}
		name := filepath.Join(folder, f.name)
		if err := os.WriteFile(name+".part", append(data, '\n'), 0o666); err != nil {
			return err
		}
		if err := os.Rename(name+".part", name); err != nil {
			return err
		}
	}
	return nil
}

// some returns a list that is written as [], not null, if it is empty.
func some[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// Merge adds what an earlier capture wrote to a folder and this one has not seen again:
// commands whose files are still there, and links. A folder without both files adds
// nothing. Links of nothing that either has seen compiled from C go.
func (d *Database) Merge(folder string) error {
	defer d.prune()
	var before Database
	for _, f := range []struct {
		name string
		to   any
	}{{CommandsFile, &before.Commands}, {LinksFile, &before.Links}} {
		data, err := os.ReadFile(filepath.Join(folder, f.name))
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := json.Unmarshal(data, f.to); err != nil {
			return fmt.Errorf("%s: %w", filepath.Join(folder, f.name), err)
		}
	}
	known := map[string]bool{}
	for _, c := range d.Commands {
		known[c.Output] = true
	}
	for _, c := range before.Commands {
		if _, err := os.Stat(c.File); err == nil && c.Output != "" && !known[c.Output] {
			d.Commands = append(d.Commands, c)
			known[c.Output] = true
		}
	}
	linked := map[string]bool{}
	for _, l := range d.Links {
		linked[l.Output] = true
	}
	for _, l := range before.Links {
		if !linked[l.Output] {
			d.Links = append(d.Links, l)
			linked[l.Output] = true
		}
	}
	for i := range d.Links { // what this capture has not seen made, the earlier one may have
		l := &d.Links[i]
		left := slices.DeleteFunc(d.Unknown[l.Output], func(o string) bool {
			return known[o] || slices.ContainsFunc(d.Links, func(m Link) bool { return m.Output == o })
		})
		if len(left) == 0 {
			delete(d.Unknown, l.Output)
		} else {
			d.Unknown[l.Output] = left
		}
	}
	return nil
}
