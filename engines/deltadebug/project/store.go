package project

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/riftlab/rift/engines"
)

// store keeps verdicts by the content of versions, in a file of JSON lines if
// there is a folder. A last line that was not finished is ignored.
type store struct {
	mu    sync.Mutex
	known map[string]line
	file  *os.File
}

type line struct {
	Key     string `json:"key"`
	Verdict string `json:"verdict"`
	Said    string `json:"said,omitempty"` // what the compilers said was wrong, of a version that is not built

	verdict engines.Verdict
}

// maxLine bounds a line of the file.
const maxLine = 1 << 20

func openStore(dir, project string) (*store, error) {
	s := &store{known: map[string]line{}}
	if dir == "" {
		return s, nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	name := filepath.Join(dir, project[:32]+".jsonl")
	if err := s.load(name); err != nil {
		return nil, err
	}
	var err error
	s.file, err = os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	return s, err
}

func (s *store) load(name string) error {
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		var l line
		if json.Unmarshal(lines.Bytes(), &l) != nil {
			continue
		}
		for v := engines.Passes; v <= engines.Unbuilt; v++ {
			if v.String() == l.Verdict {
				l.verdict = v
				s.known[l.Key] = l
			}
		}
	}
	return lines.Err()
}

func (s *store) get(key string) (l line, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l, ok = s.known[key]
	return l, ok
}

// put remembers a verdict at once, also on disk. A line begins with a newline
// so that it does not continue one that was broken off.
func (s *store) put(key string, v engines.Verdict, said string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := line{key, v.String(), said, v}
	s.known[key] = l
	if s.file == nil {
		return nil
	}
	data, err := json.Marshal(l)
	if err != nil {
		return err
	}
	_, err = s.file.Write(append(append([]byte("\n"), data...), '\n'))
	return err
}

func (s *store) close() error {
	if s.file == nil {
		return nil
	}
	return s.file.Close()
}
