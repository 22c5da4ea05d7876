package capture

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// call is a call of a tool.
type call struct {
	kind kind
	dir  string // the working folder, without symbolic links
	args []string
}

// readCalls returns the calls that stand-ins have noted in a folder, in the order in
// which they were made, as far as clocks tell.
func readCalls(folder string) ([]call, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	times := map[string]time.Time{}
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			times[e.Name()] = info.ModTime()
		}
	}
	slices.SortStableFunc(entries, func(a, b fs.DirEntry) int {
		if d := times[a.Name()].Compare(times[b.Name()]); d != 0 {
			return d
		}
		if d := len(a.Name()) - len(b.Name()); d != 0 { // numbers of processes
			return d
		}
		return strings.Compare(a.Name(), b.Name())
	})
	var calls []call
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return nil, err
		}
		calls = append(calls, parseCalls(data)...)
	}
	dirs := map[string]string{}
	for i := range calls {
		c := &calls[i]
		if _, ok := dirs[c.dir]; !ok {
			dirs[c.dir] = resolved(c.dir)
		}
		c.dir = dirs[c.dir]
	}
	return calls, nil
}

// resolved returns a path without symbolic links, as far as it is there.
func resolved(name string) string {
	if r, err := filepath.EvalSymlinks(name); err == nil {
		return r
	}
	if dir := filepath.Dir(name); dir != name {
		return filepath.Join(resolved(dir), filepath.Base(name))
	}
	return name
}

// parseCalls reads what one process has noted: a call, and more if others had its
// number. What was broken off is left out.
func parseCalls(data []byte) []call {
	var calls []call
	next := func() (string, bool) {
		field, rest, ok := bytes.Cut(data, []byte{0})
		data = rest
		return string(field), ok
	}
	for len(data) > 0 {
		count, ok1 := next()
		k, ok2 := next()
		dir, ok3 := next()
		n, err := strconv.Atoi(count)
		if !ok1 || !ok2 || !ok3 || err != nil || n < 0 || n > len(data) {
			return calls
		}
		c := call{kind: kind(k), dir: dir}
		for range n {
			a, ok := next()
			if !ok {
				return calls
			}
			c.args = append(c.args, a)
		}
		files := map[string]string{}
		for {
			name, ok := next()
			if !ok {
				return calls
			}
			if name == "" {
				break
			}
			if files[name], ok = next(); !ok {
				return calls
			}
		}
		c.args = expanded(c.args, files, 0)
		calls = append(calls, c)
	}
	return calls
}

// expanded returns arguments with the files of arguments among them read.
func expanded(args []string, files map[string]string, depth int) []string {
	var out []string
	for _, a := range args {
		text, ok := files[a]
		if !ok || depth > 9 {
			out = append(out, a)
			continue
		}
		out = append(out, expanded(words(text), files, depth+1)...)
	}
	return out
}

// words parts the text of a file of arguments as GCC does: at white space, with quotes
// and backslashes.
func words(text string) []string {
	var out []string
	var word strings.Builder
	begun := false
	quote := byte(0)
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\\' && i+1 < len(text):
			i++
			word.WriteByte(text[i])
			begun = true
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteByte(c)
		case c == '"' || c == '\'':
			quote, begun = c, true
		case strings.IndexByte(" \t\n\r\f\v", c) >= 0:
			if begun {
				out = append(out, word.String())
				word.Reset()
				begun = false
			}
		default:
			word.WriteByte(c)
			begun = true
		}
	}
	if begun {
		out = append(out, word.String())
	}
	return out
}

// at returns the absolute path of a file that a call names.
func (c *call) at(name string) string {
	if !filepath.IsAbs(name) {
		name = filepath.Join(c.dir, name)
	}
	return filepath.Clean(name)
}

// String returns a call for messages.
func (c *call) String() string { return fmt.Sprintf("%s %s", c.kind, strings.Join(c.args, " ")) }
