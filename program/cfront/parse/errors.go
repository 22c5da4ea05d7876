package parse

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/riftlab/rift/program"
)

// parserMessage is one line of the parser's errors: a position, the text, and
// the place in the parser that reported it.
var parserMessage = regexp.MustCompile(`^(?:(.*?):(\d+):(\d+):? )?(.*?)(?: \([a-z0-9]+\.go:\d+:\w*:\))*$`)

// parserGap is how the parser begins its word on C that it does not know: alone
// among its messages without a position, with a word in capitals.
var parserGap = regexp.MustCompile(`^[A-Z]{2,}\b`)

// messages turns an error of the parser into errors with positions. The
// messages without a position are consequences of others and are dropped
// unless there is nothing else. text is the content of the file.
func messages(file, text string, err error) []error {
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
