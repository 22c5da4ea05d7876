package cfront

import (
	"path"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/object"
)

// archive returns the objects of the translation units among a version's
// library files, in order. Of the version's files they see the library's alone,
// so that sealed versions that bring the same library share the work.
func (c *compiler) archive(v *program.Version) ([]*object.Object, []error) {
	lib := &program.Version{Includes: v.Includes, Defines: v.Defines, Host: v.Host, Sealed: v.Sealed}
	for _, f := range v.Files {
		if f.Library {
			lib.Files = append(lib.Files, f)
		}
	}
	if len(lib.Files) == 0 {
		return nil, nil
	}
	key := ""
	if v.Sealed {
		key = lib.Hash()
	}
	var objs []*object.Object
	for _, f := range lib.Files {
		if !f.Unit() {
			continue
		}
		o, errs := c.member(lib, key, f)
		if len(errs) > 0 {
			return nil, errs
		}
		objs = append(objs, o)
	}
	return objs, nil
}

// member compiles a unit of a library, once per cache if the hash says what it
// is compiled from.
func (c *compiler) member(lib *program.Version, hash string, f program.SourceFile) (*object.Object, []error) {
	key := hash + ":" + f.Name
	c.cache.mu.Lock()
	o := c.cache.units[key]
	c.cache.mu.Unlock()
	if o != nil && hash != "" {
		return o, nil
	}
	if err := c.ctx.Err(); err != nil {
		return nil, []error{err}
	}
	o, errs := c.unit(c.parser.Environment(lib), path.Clean(f.Name), f.Text, unitOptions{library: true})
	if len(errs) > 0 {
		return nil, errs
	}
	o.Archive = true
	if hash == "" {
		return o, nil
	}
	c.cache.mu.Lock()
	c.cache.units[key] = o
	c.cache.mu.Unlock()
	return o, nil
}
