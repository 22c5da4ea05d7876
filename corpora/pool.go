package corpora

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/riftlab/rift/program"
)

// ParseUniverse reads a test pool in the text form of the SIR: one test a
// line, written as the arguments of a shell command. Quoting is that of a
// POSIX shell ('...', "...", \c) and $'...' with its escapes; nothing is
// expanded. "< FILE" gives the standard input; read is called with FILE and
// may be nil if no files are to be had.
//
// With entry true each word is instead a value of an entry function, as
// ParseValue reads it. Tests are named "t1", "t2", ... in order. Empty lines
// at the end are not tests. name is the file's name for messages.
func ParseUniverse(name string, data []byte, entry bool, read func(file string) ([]byte, error)) ([]program.Test, error) {
	text := strings.TrimRight(string(data), "\r\n\t ")
	if text == "" {
		return nil, nil
	}
	var tests []program.Test
	for i, line := range strings.Split(text, "\n") {
		in, err := parseTestLine(strings.TrimSuffix(line, "\r"), entry, read)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, i+1, err)
		}
		tests = append(tests, program.Test{Name: fmt.Sprintf("t%d", i+1), Input: in})
	}
	return tests, nil
}

func parseTestLine(line string, entry bool, read func(string) ([]byte, error)) (program.Input, error) {
	var in program.Input
	words, err := splitWords(line)
	if err != nil {
		return in, err
	}
	for i := 0; i < len(words); i++ {
		w := words[i]
		switch {
		case w.redirect:
			i++
			if i == len(words) || words[i].redirect {
				return in, errors.New("no file name after \"<\"")
			}
			if read == nil {
				return in, errors.New("\"<\" is not possible here")
			}
			if in.Stdin, err = read(words[i].text); err != nil {
				return in, err
			}
		case entry:
			v, err := ParseValue(w.text)
			if err != nil {
				return in, err
			}
			in.Values = append(in.Values, v)
		default:
			in.Args = append(in.Args, program.Bytes(w.text))
		}
	}
	return in, nil
}

// word is one word of a line; redirect marks an unquoted "<".
type word struct {
	text     string
	redirect bool
}

func splitWords(line string) ([]word, error) {
	var words []word
	for {
		line = strings.TrimLeft(line, " \t")
		switch {
		case line == "":
			return words, nil
		case line[0] == '<':
			words = append(words, word{"<", true})
			line = line[1:]
		default:
			text, rest, err := takeWord(line)
			if err != nil {
				return nil, err
			}
			words = append(words, word{text: text})
			line = rest
		}
	}
}

// takeWord reads one word and returns it without its quotes, and the rest.
func takeWord(s string) (string, string, error) {
	var out []byte
	for s != "" {
		c := s[0]
		switch {
		case c == ' ' || c == '\t' || c == '<':
			return string(out), s, nil
		case c == '\'':
			n := strings.IndexByte(s[1:], '\'')
			if n < 0 {
				return "", "", errors.New("unterminated '")
			}
			out = append(out, s[1:1+n]...)
			s = s[n+2:]
		case c == '"':
			text, rest, err := doubleQuoted(s[1:])
			if err != nil {
				return "", "", err
			}
			out = append(out, text...)
			s = rest
		case strings.HasPrefix(s, "$'"):
			text, rest, err := ansiQuoted(s[2:])
			if err != nil {
				return "", "", err
			}
			out = append(out, text...)
			s = rest
		case c == '\\':
			if len(s) < 2 {
				return "", "", errors.New("\\ at the end of the line")
			}
			out = append(out, s[1])
			s = s[2:]
		default:
			out = append(out, c)
			s = s[1:]
		}
	}
	return string(out), "", nil
}

// doubleQuoted reads up to the closing ". A backslash is special only before
// the characters that a shell names.
func doubleQuoted(s string) ([]byte, string, error) {
	var out []byte
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return out, s[i+1:], nil
		case s[i] == '\\' && i+1 < len(s) && strings.IndexByte("$`\"\\", s[i+1]) >= 0:
			i++
		}
		out = append(out, s[i])
	}
	return nil, "", errors.New("unterminated \"")
}

const ansiEscapes = "a\ab\be\x1bE\x1bf\fn\nr\rt\tv\v\\\\''\"\"??"

// ansiQuoted reads up to the ' that closes $'...'.
func ansiQuoted(s string) ([]byte, string, error) {
	var out []byte
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\'':
			return out, s[i+1:], nil
		case s[i] != '\\':
			out = append(out, s[i])
			continue
		case i+1 == len(s):
			return nil, "", errors.New("unterminated $'")
		}
		i++
		c := s[i]
		if c == 'x' {
			v, n := digits(s[i+1:], 2, 16)
			if n == 0 {
				return nil, "", errors.New("\\x without digits")
			}
			out = append(out, v)
			i += n
		} else if v, n := digits(s[i:], 3, 8); n > 0 {
			out = append(out, v)
			i += n - 1
		} else if at := escapeIndex(c); at >= 0 {
			out = append(out, ansiEscapes[at])
		} else {
			return nil, "", fmt.Errorf("unknown escape \\%c", c)
		}
	}
	return nil, "", errors.New("unterminated $'")
}

func escapeIndex(c byte) int {
	for i := 0; i < len(ansiEscapes); i += 2 {
		if ansiEscapes[i] == c {
			return i + 1
		}
	}
	return -1
}

// digits reads at most limit digits of a base and returns the low byte of
// their value and how many there were.
func digits(s string, limit, base int) (byte, int) {
	v, n := 0, 0
	for n < limit && n < len(s) {
		d := strings.IndexByte("0123456789abcdef", s[n]|0x20)
		if s[n] >= '0' && s[n] <= '9' {
			d = int(s[n] - '0')
		}
		if d < 0 || d >= base {
			break
		}
		v = v*base + d
		n++
	}
	return byte(v), n
}

// ParsePool reads a test pool in rift's own form: one JSON object a line, a
// program.Input with an optional "name". Tests without a name are named "t"
// and their line. name is the file's name for messages.
func ParsePool(name string, data []byte) ([]program.Test, error) {
	var tests []program.Test
	for i, line := range bytes.Split(data, []byte("\n")) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var entry struct {
			Name string `json:"name"`
			program.Input
		}
		dec := json.NewDecoder(bytes.NewReader(line))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&entry); err != nil {
			return nil, fmt.Errorf("%s:%d: %s", name, i+1, strings.TrimPrefix(err.Error(), "json: "))
		}
		if _, err := dec.Token(); err != io.EOF {
			return nil, fmt.Errorf("%s:%d: more than one object on the line", name, i+1)
		}
		if entry.Name == "" {
			entry.Name = fmt.Sprintf("t%d", i+1)
		}
		entry.Input.SortFiles()
		tests = append(tests, program.Test{Name: entry.Name, Input: entry.Input})
	}
	return tests, nil
}
