package program

import "fmt"

// Range is a stretch of source text. Lines and columns count from 1; EndLine
// and EndCol name the place just after the last character. The zero Range
// means that an instruction has no source (generated start code).
type Range struct {
	File            int32 // index into Program.Files
	Line, Col       int32
	EndLine, EndCol int32
}

// RangeID indexes Program.Ranges. Range 0 is always the zero Range.
type RangeID int32

// Position is a place in a source file, for messages.
type Position struct {
	File string `json:"file"`
	Line int    `json:"line"` // from 1; 0 means the place is not known
	Col  int    `json:"col"`  // from 1; 0 means it is not known
}

// String returns "file:line:col", without what is not known.
func (p Position) String() string {
	if p.Line == 0 {
		if p.File == "" {
			return "-"
		}
		return p.File
	}
	if p.Col == 0 {
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// Error is a problem at a place of the C source: a syntax error, an
// unsupported construct, a bad symbol.
type Error struct {
	Pos Position
	Msg string
	// Unsupported marks valid C that rift does not implement; the command
	// line exits with its own status for it.
	Unsupported bool
	// Text is the source of the function that is not translated from an unsupported
	// construct on, white space folded; "" if it is in none.
	Text string
}

// Error returns "file:line:col: message", with "unsupported: " before the
// message for unsupported constructs.
func (e *Error) Error() string {
	if e.Unsupported {
		return e.Pos.String() + ": unsupported: " + e.Msg
	}
	return e.Pos.String() + ": " + e.Msg
}
