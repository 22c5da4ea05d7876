package cfront

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"modernc.org/cc/v4"
	"modernc.org/token"

	"github.com/riftlab/rift/program"
)

// maxErrors is how many errors Compile reports.
const maxErrors = 10

// bail carries an error out of the lowering of one function or declaration.
type bail struct {
	err *program.Error
	n   cc.Node
}

// fail abandons the current function or declaration: n is wrong C.
func fail(n cc.Node, format string, args ...any) {
	panic(bail{&program.Error{Pos: position(n), Msg: fmt.Sprintf(format, args...)}, n})
}

// unsupported abandons the current statement of a function, or a declaration:
// n is C that rift does not implement.
func unsupported(n cc.Node, format string, args ...any) {
	panic(bail{&program.Error{Pos: position(n), Msg: fmt.Sprintf(format, args...), Unsupported: true}, n})
}

func position(n cc.Node) program.Position {
	if n == nil {
		return program.Position{}
	}
	return fromToken(n.Position())
}

func fromToken(p token.Position) program.Position {
	return program.Position{File: p.Filename, Line: p.Line, Col: p.Column}
}

// guard runs body and returns the error it bailed out with. Any other panic
// below it, of the parser or of this package, becomes an error at n too: bad
// input must not take the process down.
func guard(n cc.Node, body func()) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case bail:
			err = r.err
		case parseFailure:
			err = r
		case cancelled:
			err = r
		default:
			err = &program.Error{Pos: position(n), Msg: fmt.Sprintf("internal error: %v", r), Unsupported: true}
		}
	}()
	body()
	return nil
}

// parserMessage is one line of the parser's errors: a position, the text, and
// the place in the parser that reported it.
var parserMessage = regexp.MustCompile(`^(?:(.*?):(\d+):(\d+):? )?(.*?)(?: \([a-z0-9]+\.go:\d+:\w*:\))*$`)

// parserGap is how the parser begins its word on C that it does not know: alone
// among its messages without a position, with a word in capitals.
var parserGap = regexp.MustCompile(`^[A-Z]{2,}\b`)

// parserErrors turns an error of the parser into errors with positions. The
// messages without a position are consequences of others and are dropped
// unless there is nothing else. text is the content of the file.
func parserErrors(file, text string, err error) []error {
	var placed, others []error
	for _, line := range strings.Split(err.Error(), "\n") {
		m := parserMessage.FindStringSubmatch(line)
		if m == nil || strings.TrimSpace(m[4]) == "" {
			continue
		}
		ln, _ := strconv.Atoi(m[2])
		col, _ := strconv.Atoi(m[3])
		e := &program.Error{Pos: program.Position{File: file, Line: ln, Col: col}, Msg: strings.TrimSuffix(m[4], ":")}
		if m[1] == endName {
			placed = append(placed, endOfFile(file, text))
			break
		}
		if m[1] != "" {
			e.Pos.File = m[1]
			e.Unsupported = parserLacks(e.Msg)
			placed = append(placed, e)
			continue
		}
		e.Unsupported = parserGap.MatchString(m[4])
		others = append(others, e)
	}
	if len(placed) > 0 {
		return placed
	}
	if len(others) == 0 {
		others = []error{&program.Error{Pos: program.Position{File: file}, Msg: err.Error()}}
	}
	return others[:1]
}

// endOfFile is the error that a file ends too early.
func endOfFile(file, text string) *program.Error {
	return &program.Error{Pos: program.Position{File: file, Line: strings.Count(text, "\n") + 1, Col: 1}, Msg: "unexpected end of file"}
}

// parserLacks reports whether a message of the parser is about valid C that it
// does not know: strings of several kinds that only macros bring together,
// attributes between enum and its name, large packed bit-fields.
func parserLacks(msg string) bool {
	for _, s := range []string{"unexpected string literal", "unexpected long string literal", "expected enum specifier", "Config.ABILayout does not support"} {
		if strings.Contains(msg, s) {
			return true
		}
	}
	return false
}

// joinErrors joins at most maxErrors errors, dropping repetitions.
func joinErrors(errs []error) error {
	seen := map[string]bool{}
	var kept []error
	for _, e := range errs {
		if s := e.Error(); !seen[s] && len(kept) < maxErrors {
			seen[s] = true
			kept = append(kept, e)
		}
	}
	return errors.Join(kept...)
}
