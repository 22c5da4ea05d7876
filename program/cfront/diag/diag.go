// Package diag is how the phases behind the parser report C that they decline. Fail and
// Unsupported panic with a Bail, which ends the lowering of a statement, a declaration or a
// function; Guard, around each of these, makes an error of it.
package diag

import (
	"fmt"

	"modernc.org/cc/v4"
	"modernc.org/token"

	"github.com/riftlab/rift/program"
)

// Bail carries an error out of the lowering of one function or declaration.
type Bail struct {
	Err  *program.Error
	Node cc.Node
}

// Fail abandons the current function or declaration: n is wrong C.
func Fail(n cc.Node, format string, args ...any) {
	panic(Bail{&program.Error{Pos: position(n), Msg: fmt.Sprintf(format, args...)}, n})
}

// Unsupported abandons the current statement of a function, or a declaration:
// n is C that rift does not implement.
func Unsupported(n cc.Node, format string, args ...any) {
	panic(Bail{&program.Error{Pos: position(n), Msg: fmt.Sprintf(format, args...), Unsupported: true}, n})
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

// Cancelled marks the end of the context on its way through Guard.
type Cancelled struct{ Err error }

// Guard runs body and returns the error it bailed out with. Any other panic
// below it, of the parser or of the front end, becomes an error at n too: bad
// input must not take the process down.
func Guard(n cc.Node, body func()) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case Bail:
			err = r.Err
		case Cancelled:
			err = r.Err
		default:
			err = &program.Error{Pos: position(n), Msg: fmt.Sprintf("internal error: %v", r), Unsupported: true}
		}
	}()
	body()
	return nil
}
