package external

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"

	"github.com/riftlab/rift/engines"
)

// Spec says what a tool is and how it is started.
type Spec struct {
	// Command is the program and its arguments. Those that name files relative to
	// Folder are given to it with their whole paths.
	Command []string     `json:"command"`
	Kind    engines.Kind `json:"kind"`
	// Deterministic: the seed has no influence.
	Deterministic bool `json:"deterministic,omitempty"`
	Network       bool `json:"network,omitempty"` // it may use the network
	// Files has the SHA-256, in hexadecimal, of the files that Command names, by
	// what it calls them.
	Files map[string]string `json:"files,omitempty"`
	// Folder is what relative paths start from. It depends on the machine.
	Folder string `json:"folder,omitempty"`
}

// Hash fills in Files.
func (s *Spec) Hash() error {
	s.Files = nil
	for i, arg := range s.Command {
		path, ok := s.file(i)
		if !ok {
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if s.Files == nil {
			s.Files = map[string]string{}
		}
		sum := sha256.Sum256(data)
		s.Files[arg] = hex.EncodeToString(sum[:])
	}
	return nil
}

// file returns the path of the file that a word of the command names; false if it
// names none. A program without a slash is one of the system.
func (s *Spec) file(i int) (string, bool) {
	arg := s.Command[i]
	if arg == "" || filepath.IsAbs(arg) || i == 0 && !strings.ContainsRune(arg, '/') {
		return "", false
	}
	path := filepath.Join(s.Folder, arg)
	info, err := os.Stat(path)
	return path, err == nil && info.Mode().IsRegular()
}

// argv returns the command as it is started.
func (s *Spec) argv() []string {
	words := make([]string, len(s.Command))
	for i, arg := range s.Command {
		words[i] = arg
		if path, ok := s.file(i); ok {
			words[i] = path
		}
	}
	return words
}
