package dialect

import (
	"errors"
	"fmt"
	"regexp"
	"sort"
	"strconv"
	"strings"

	"modernc.org/token"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cpp"
)

// wordsOf returns the tokens of a unit as words.
func wordsOf(u *cpp.Unit) []word {
	list := make([]word, len(u.Tokens))
	for i := range u.Tokens {
		t := &u.Tokens[i]
		list[i] = word{
			kind: t.Kind, white: t.Flags&(cpp.White|cpp.LineStart) != 0, text: t.Spelling(),
			at: t.At, endLine: t.At.Line, endCol: t.At.Col + t.Width,
		}
	}
	return list
}

// UnitFile is what the parser calls the text of a unit.
const UnitFile = "<unit>"

// Source is a translation unit as the parser reads it: one text without macros
// and directives, and for each word of it where it stands in the user's files.
type Source struct {
	Text string
	Wide string // prefix of the strings written as L"...": L, u or U

	files  []string
	lines  []int    // offsets at which the lines of the text begin
	starts []uint32 // offsets at which the words begin
	places []spot   // of the words
}

// spot is where a word stands in the user's files.
type spot struct {
	at              cpp.Site
	endLine, endCol int32
}

// newSource writes words out, on the lines of the user's text where that does
// not go back and forth.
func newSource(list []word, files []string, wide string) *Source {
	s := &Source{Wide: wide, files: files, lines: []int{0}, starts: make([]uint32, 0, len(list)), places: make([]spot, 0, len(list))}
	var sb strings.Builder
	sb.Grow(8 * len(list))
	newline := func() {
		sb.WriteByte('\n')
		s.lines = append(s.lines, sb.Len())
	}
	at := cpp.Site{File: -1}
	last := byte('\n')
	for i := range list {
		w := &list[i]
		switch {
		case w.kind == cpp.Pragma:
			if last != '\n' {
				newline()
			}
			sb.WriteString("#pragma " + w.text)
			newline()
			last, at = '\n', cpp.Site{File: -1}
			continue
		case (w.at.File != at.File || w.at.Line != at.Line) && w.text != "#":
			if last != '\n' {
				newline()
			}
			at = w.at
		case w.white || touches(last, w.text[0]):
			sb.WriteByte(' ')
		}
		s.starts = append(s.starts, uint32(sb.Len()))
		s.places = append(s.places, spot{w.at, w.endLine, w.endCol})
		sb.WriteString(w.text)
		last = w.text[len(w.text)-1]
	}
	newline()
	s.Text = sb.String()
	return s
}

// touches reports whether two words, of which one ends with a and the next
// begins with b, may be read as others when nothing stands between.
func touches(a, b byte) bool {
	class := func(c byte) int {
		switch {
		case isWord(c) || c >= '0' && c <= '9' || c == '.' || c == '"' || c == '\'':
			return 1
		case strings.IndexByte("()[]{},;~?", c) >= 0:
			return 0
		}
		return 2
	}
	return class(a) != 0 && class(b) != 0
}

// placeOf returns the place of what stands at a line and column of the text.
func (s *Source) placeOf(line, col int) (spot, bool) {
	if line < 1 || line > len(s.lines) || len(s.places) == 0 {
		return spot{}, false
	}
	off := uint32(s.lines[line-1] + col - 1)
	i := sort.Search(len(s.starts), func(i int) bool { return s.starts[i] > off }) - 1
	return s.places[max(i, 0)], true
}

// Original returns the place in the user's files of a word that the parser names,
// in lines and columns, and its file; false if it is none of the unit's.
func (s *Source) Original(p token.Position) (r program.Range, file string, ok bool) {
	if p.Filename != UnitFile {
		return r, "", false
	}
	at, ok := s.placeOf(p.Line, p.Column)
	if !ok {
		return r, "", false
	}
	return program.Range{Line: at.at.Line, Col: at.at.Col, EndLine: at.endLine, EndCol: at.endCol}, s.files[at.at.File], true
}

// mentioned is a place of the parser's in a message.
var mentioned = regexp.MustCompile(regexp.QuoteMeta(UnitFile) + `:(\d+):(\d+)`)

// Restore puts the places of the user's files into errors.
func (s *Source) Restore(errs []error) {
	for _, err := range errs {
		var e *program.Error
		if errors.As(err, &e) {
			s.Fix(e)
		}
	}
}

// Fix puts the place of the user's files into an error.
func (s *Source) Fix(e *program.Error) {
	if at, name, ok := s.Original(token.Position{Filename: e.Pos.File, Line: e.Pos.Line, Column: e.Pos.Col}); ok {
		e.Pos = program.Position{File: name, Line: int(at.Line), Col: int(at.Col)}
	}
	if strings.Contains(e.Msg, UnitFile) {
		e.Msg = mentioned.ReplaceAllStringFunc(e.Msg, func(m string) string {
			sub := mentioned.FindStringSubmatch(m)
			line, _ := strconv.Atoi(sub[1])
			col, _ := strconv.Atoi(sub[2])
			at, ok := s.placeOf(line, col)
			if !ok {
				return m
			}
			return fmt.Sprintf("%s:%d:%d", s.files[at.at.File], at.at.Line, at.at.Col)
		})
	}
}

// Plain writes declarations that need nothing of what this package does.
func Plain(u *cpp.Unit) string { return newSource(wordsOf(u), u.Files, "").Text }
