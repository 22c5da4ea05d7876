// Package buildcache keeps what was compiled on disk between processes, so that a
// task in a process of its own does not compile again what the one before it did.
//
// An entry is found by what it was made from and by the build of the program that
// made it: an other build of rift never sees it, whatever its version says. Entries
// that are damaged, and those that cannot be written, are as if they had never been
// there: a cache is no reason to fail.
package buildcache

import (
	"bytes"
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"
)

// The limits of a cache.
const (
	// maxWritten is how many bytes a process adds: searches that compile thousands
	// of variants of a program, each of them once, must not fill the disk.
	maxWritten = 64 << 20
	// maxSize is how many bytes the folder holds after it was trimmed.
	maxSize = 512 << 20
	// maxAge is how long an entry stays that nobody asks for.
	maxAge = 10 * 24 * time.Hour
	// trimEvery is how often the folder is looked through.
	trimEvery = 24 * time.Hour
)

// Dir is a cache in a folder. It is safe for concurrent use, by several processes too.
type Dir struct {
	root    string // of all builds
	build   string // names this program's build
	written atomic.Int64
	now     func() time.Time
}

// Open returns the cache in a folder, which is made when the first entry is. The
// error says that the build of this program cannot be told from others.
func Open(root string) (*Dir, error) {
	build, err := thisBuild()
	if err != nil {
		return nil, fmt.Errorf("cache of compiled programs: %w", err)
	}
	return &Dir{root: root, build: build, now: time.Now}, nil
}

// thisBuild names the build of the running program: by the identifier that the linker
// left in it, or by its bytes.
func thisBuild() (string, error) {
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	h := sha256.New()
	if id := linkerID(name); len(id) > 0 {
		h.Write(id)
	} else {
		f, err := os.Open(name)
		if err != nil {
			return "", err
		}
		defer f.Close()
		if _, err := io.Copy(h, f); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), nil
}

// linkerID returns the note that Go's linker leaves in ELF files, which covers all that
// was linked; nil if there is none.
func linkerID(name string) []byte {
	f, err := elf.Open(name)
	if err != nil {
		return nil
	}
	defer f.Close() //nolint:errcheck // it was only read
	s := f.Section(".note.go.buildid")
	if s == nil {
		return nil
	}
	id, err := s.Data()
	if err != nil || len(id) < 32 { // a build without identifiers has an empty one
		return nil
	}
	return id
}

// path returns the file of an entry.
func (d *Dir) path(key string) string {
	sum := sha256.Sum256([]byte(d.build + " " + key))
	name := hex.EncodeToString(sum[:])
	return filepath.Join(d.root, name[:2], name)
}

// Get reads the entry of a key into the structure that v points to, which is zero, and
// reports whether there is one. Without, what v points to is zero still. Fields that
// are not exported are zero.
func Get[T any](d *Dir, key string, v *T) bool {
	name := d.path(key)
	data, err := os.ReadFile(name)
	if err != nil {
		return false
	}
	var got T
	if open(data, &got) != nil {
		_ = os.Remove(name) // to be written again
		return false
	}
	if info, err := os.Stat(name); err == nil && d.now().Sub(info.ModTime()) > time.Hour {
		_ = os.Chtimes(name, time.Time{}, d.now()) // it is in use
	}
	*v = got
	return true
}

// Put keeps the structure that v points to as the entry of a key, as far as the limits
// and the disk allow. It must not change meanwhile. The structure may lead to itself
// by pointers; it consists of numbers, booleans, strings, slices, structures and
// pointers, or Put panics.
func Put[T any](d *Dir, key string, v *T) {
	if d.written.Load() >= maxWritten {
		return
	}
	data, err := seal(v)
	if err != nil {
		panic("buildcache: " + err.Error())
	}
	if d.written.Add(int64(len(data))) > maxWritten {
		return
	}
	d.trim()
	_ = d.write(d.path(key), data)
}

// write makes a file in one step: nobody ever reads half of it.
func (d *Dir) write(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}

// seal encodes a value behind the checksum of the encoding.
func seal(v any) ([]byte, error) {
	data, err := encode(v)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(data)
	return append(sum[:], data...), nil
}

// open decodes what seal returned.
func open(data []byte, v any) error {
	if len(data) < sha256.Size {
		return errDamaged
	}
	sum := sha256.Sum256(data[sha256.Size:])
	if !bytes.Equal(sum[:], data[:sha256.Size]) {
		return errDamaged
	}
	return decode(data[sha256.Size:], v)
}

// A Usage says what a folder holds.
type Usage struct {
	Files int
	Bytes int64
}

// Usage returns what the cache holds, of all builds.
func (d *Dir) Usage() Usage {
	var u Usage
	for _, e := range d.entries() {
		u.Files++
		u.Bytes += e.size
	}
	return u
}

// entry is a file of the cache.
type entry struct {
	name string
	size int64
	used time.Time
}

// entries returns the files of the cache, those used last first.
func (d *Dir) entries() []entry {
	var list []entry
	_ = filepath.WalkDir(d.root, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Dir(name) == d.root {
			return nil
		}
		if info, err := e.Info(); err == nil {
			list = append(list, entry{name, info.Size(), info.ModTime()})
		}
		return nil
	})
	slices.SortStableFunc(list, func(a, b entry) int { return b.used.Compare(a.used) })
	return list
}

// trim drops what was not used for long, and then what was used least recently, once a day.
func (d *Dir) trim() {
	mark := filepath.Join(d.root, "trimmed")
	if info, err := os.Stat(mark); err == nil && d.now().Sub(info.ModTime()) < trimEvery {
		return
	}
	if os.MkdirAll(d.root, 0o777) != nil || os.WriteFile(mark, nil, 0o666) != nil {
		return
	}
	_ = os.Chtimes(mark, time.Time{}, d.now())
	size := int64(0)
	for _, e := range d.entries() {
		size += e.size
		if size > maxSize || d.now().Sub(e.used) > maxAge {
			_ = os.Remove(e.name)
		}
	}
}
