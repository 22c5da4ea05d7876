package buildcache

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// A tree has all that can be kept.
type tree struct {
	Name       string
	Truth      bool
	Small      int8
	Number     int64
	Byte       uint8
	Word       uint64
	Bytes      []byte
	Words      []string
	Leaves     []leaf
	Left, Also *tree
	inside     int
}

type leaf struct{ A, B uint32 }

func cache(t testing.TB) *Dir {
	d, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// What is kept comes back: shared values shared, cycles closed, nil apart from empty.
func TestShared(t *testing.T) {
	d := cache(t)
	in := &tree{Name: "a", Truth: true, Small: -3, Number: -1 << 62, Byte: 255, Word: 1<<64 - 1,
		Bytes: []byte{}, Words: []string{"a", "", "a"}, Leaves: []leaf{{}, {1, 2}}, inside: 7}
	in.Left = &tree{Name: "b", Left: in}
	in.Also = in.Left
	Put(d, "x", in)
	var out tree
	if Get(d, "y", &out) || !reflect.DeepEqual(out, tree{}) {
		t.Error("an entry that nobody made")
	}
	if !Get(d, "x", &out) {
		t.Fatal("nothing kept")
	}
	if out.Left != out.Also || out.Left.Left.Left != out.Left {
		t.Error("what was one value is two")
	}
	if out.inside != 0 || out.Bytes == nil || out.Left.Bytes != nil {
		t.Errorf("%+v", out)
	}
	in.inside = 0
	out.Left.Left, in.Left.Left = nil, nil // the top is a copy
	if !reflect.DeepEqual(&out, in) {
		t.Errorf("got %+v, want %+v", out, *in)
	}
}

// Any value comes back as it was.
func TestRoundTrip(t *testing.T) {
	var trees func(depth int) *rapid.Generator[*tree]
	trees = func(depth int) *rapid.Generator[*tree] {
		return rapid.Custom(func(t *rapid.T) *tree {
			v := &tree{
				Name: rapid.StringN(0, 3, -1).Draw(t, "name"), Truth: rapid.Bool().Draw(t, "truth"),
				Small: rapid.Int8().Draw(t, "small"), Number: rapid.Int64().Draw(t, "number"),
				Byte: rapid.Uint8().Draw(t, "byte"), Word: rapid.Uint64().Draw(t, "word"),
				Bytes: rapid.SliceOf(rapid.Uint8()).Draw(t, "bytes"), Words: rapid.SliceOf(rapid.StringN(0, 2, -1)).Draw(t, "words"),
			}
			for range rapid.IntRange(0, 3).Draw(t, "leaves") {
				v.Leaves = append(v.Leaves, leaf{rapid.Uint32().Draw(t, "a"), rapid.Uint32().Draw(t, "b")})
			}
			if depth > 0 && rapid.Bool().Draw(t, "left") {
				v.Left = trees(depth-1).Draw(t, "child")
			}
			return v
		})
	}
	rapid.Check(t, func(t *rapid.T) {
		in := trees(3).Draw(t, "tree")
		data, err := seal(in)
		if err != nil {
			t.Fatal(err)
		}
		var out tree
		if err := open(data, &out); err != nil || !reflect.DeepEqual(in, &out) {
			t.Fatalf("%v: got %+v, want %+v", err, out, in)
		}
	})
}

// A damaged entry is none, and goes.
func TestDamaged(t *testing.T) {
	d := cache(t)
	for name, damage := range map[string]func([]byte) []byte{
		"empty":     func([]byte) []byte { return nil },
		"short":     func(b []byte) []byte { return b[:len(b)-1] },
		"long":      func(b []byte) []byte { return append(b, 0) },
		"bit":       func(b []byte) []byte { b[len(b)/2] ^= 4; return b },
		"other sum": func(b []byte) []byte { b[0] ^= 1; return b },
	} {
		Put(d, name, &tree{Name: "a", Words: []string{"one", "two"}})
		file := d.path(name)
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, damage(data), 0o666); err != nil {
			t.Fatal(err)
		}
		var out tree
		if Get(d, name, &out) || !reflect.DeepEqual(out, tree{}) {
			t.Errorf("%s: read %+v", name, out)
		}
		if _, err := os.Stat(file); err == nil {
			t.Errorf("%s: still there", name)
		}
	}
}

// Other builds have other entries.
func TestBuilds(t *testing.T) {
	d := cache(t)
	Put(d, "x", &leaf{1, 2})
	other := &Dir{root: d.root, build: "another", now: time.Now}
	if Get(other, "x", &leaf{}) {
		t.Error("an entry of another build")
	}
}

// Where nothing can be written, nothing is kept and nobody fails.
func TestUnwritable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	d, err := Open(filepath.Join(file, "folder"))
	if err != nil {
		t.Fatal(err)
	}
	Put(d, "x", &leaf{1, 2})
	if Get(d, "x", &leaf{}) {
		t.Error("kept in a file")
	}
}

// What nobody uses goes; a process adds no more than its share.
func TestLimits(t *testing.T) {
	d := cache(t)
	clock := time.Now()
	d.now = func() time.Time { return clock }
	Put(d, "old", &leaf{1, 1})
	Put(d, "used", &leaf{2, 2})
	clock = clock.Add(maxAge - time.Hour)
	if !Get(d, "used", &leaf{}) {
		t.Fatal("too early")
	}
	clock = clock.Add(2 * time.Hour)
	Put(d, "new", &leaf{3, 3})
	for key, want := range map[string]bool{"old": false, "used": true, "new": true} {
		if Get(d, key, &leaf{}) != want {
			t.Errorf("%s: there %v, want %v", key, !want, want)
		}
	}
	if u := d.Usage(); u.Files != 2 || u.Bytes == 0 {
		t.Errorf("%+v", u)
	}
	Put(d, "huge", &tree{Name: strings.Repeat("x", maxWritten)})
	Put(d, "later", &leaf{4, 4})
	if Get(d, "huge", &tree{}) || Get(d, "later", &leaf{}) {
		t.Error("more than a process may add")
	}
}

// Many at once see whole entries or none.
func TestConcurrent(t *testing.T) {
	d := cache(t)
	want := tree{Words: strings.Fields(strings.Repeat("word ", 1000))}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 20 {
				Put(d, "x", &want)
				var got tree
				if Get(d, "x", &got) && !reflect.DeepEqual(got, want) {
					t.Error("half an entry")
				}
			}
		})
	}
	wg.Wait()
	if left, err := filepath.Glob(filepath.Join(d.root, "*", ".new-*")); err != nil || len(left) > 0 {
		t.Errorf("left %v %v", left, err)
	}
}

// Kinds that have no encoding are told by name.
func TestUnfit(t *testing.T) {
	defer func() {
		if s, _ := recover().(string); !strings.Contains(s, "map[string]int") {
			t.Errorf("recovered %q", s)
		}
	}()
	Put(cache(t), "x", &struct{ M map[string]int }{map[string]int{"a": 1}})
}

// Whatever the bytes, decoding ends without a panic.
func FuzzDecode(f *testing.F) {
	for _, v := range []*tree{{}, {Name: "a", Words: []string{"a", "b"}, Left: &tree{Bytes: []byte("xy")}}} {
		data, err := encode(v)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var v tree
		_ = decode(data, &v)
	})
}
