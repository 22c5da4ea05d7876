package cfront

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/buildcache"
	"github.com/riftlab/rift/program/cfront/parse"
)

// What a cache keeps on disk: units of the run-time library under "library FILE", since
// their text is part of the build; programs under the hash of their version. If files of
// this machine decide about a version too, then under its hash lies which those are, and
// the program under what they are.

// get reads what was kept of a key into v, and reports whether there is any.
func get[T any](c *Cache, key string, v *T) bool {
	return c.disk != nil && buildcache.Get(c.disk, key, v)
}

// put keeps v for a key.
func put[T any](c *Cache, key string, v *T) {
	if c.disk != nil {
		buildcache.Put(c.disk, key, v)
	}
}

// lookups are the files of this machine that a version was made from.
type lookups struct{ Reads []parse.Read }

// program returns the program of a version that was kept, nil if there is none.
func (c *Cache) program(v *program.Version) *program.Program {
	key := versionKey(v)
	if c.disk == nil || key == "" {
		return nil
	}
	if parse.NeedsDisk(v) {
		var l lookups
		if !get(c, "reads of "+key, &l) {
			return nil
		}
		for i := range l.Reads {
			if !l.Reads[i].Current() {
				return nil
			}
		}
		key = l.key(key)
	}
	p := &program.Program{}
	if !get(c, key, p) {
		return nil
	}
	p.Index()
	return p
}

// keepProgram keeps the program of a version that was compiled from files of this machine.
func (c *Cache) keepProgram(v *program.Version, reads []parse.Read, p *program.Program) {
	key := versionKey(v)
	if c.disk == nil || key == "" {
		return
	}
	if parse.NeedsDisk(v) {
		l := &lookups{reads}
		put(c, "reads of "+key, l)
		key = l.key(key)
	}
	put(c, key, p)
}

// versionKey names a version, "" if it cannot be told what its program depends on: members
// of an archive are taken from memory, and what they were made from is not told again.
func versionKey(v *program.Version) string {
	key := "version " + v.Hash()
	if !parse.NeedsDisk(v) {
		return key
	}
	for _, f := range v.Files {
		if f.Library {
			return ""
		}
	}
	dir, err := os.Getwd() // folders may be named relative to it
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%s in %q", key, dir)
}

// key names the version of a key as made from the files.
func (l *lookups) key(version string) string {
	h := sha256.New()
	for _, r := range l.Reads {
		fmt.Fprintf(h, "%q %q\n", r.Name, r.Digest)
	}
	return version + " of " + hex.EncodeToString(h.Sum(nil))
}
