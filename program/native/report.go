package native

import (
	"bytes"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/riftlab/rift/program"
)

// sanitizerStatus is the exit status of a process that a sanitizer ended.
const sanitizerStatus = 99

// splitReport returns the report of a sanitizer that ended the run, or "". Not
// all write it to the file they were told: what they have printed among the
// standard errors is taken from there.
func splitReport(out *program.Outcome, file []byte) string {
	report := careless.ReplaceAllString(string(file), "")
	if out.Ending == program.Exited && out.Status == sanitizerStatus && report == "" {
		if m := printed.FindIndex(out.Stderr); m != nil {
			report = string(out.Stderr[m[0]:])
			out.Stderr = some(out.Stderr[:m[0]])
		}
	}
	if report != "" {
		out.Stderr = some(bytes.ReplaceAll(out.Stderr, []byte("AddressSanitizer:DEADLYSIGNAL\n"), nil))
	}
	return report
}

// judge makes an outcome of a sanitizer's report.
func (x *Program) judge(out *program.Outcome, report string) {
	kind, message := kindOf(report)
	if kind == "" {
		out.Ending, out.Limit = program.Stopped, "memory"
		return
	}
	fault := &program.Fault{Kind: kind, Message: message}
	frames := x.frames(report)
	m := undefined.FindStringSubmatch(report)
	if m != nil {
		fault.Pos, _ = x.position(m[1])
	}
	if len(frames) > 0 {
		fault.Func = frames[0].fn
		if m == nil { // else the place is known to the column
			fault.Pos = frames[0].pos
		}
		for _, f := range frames[1:] {
			fault.Stack = append(fault.Stack, f.fn+" "+f.pos.String())
		}
	}
	out.Ending, out.Status, out.Fault = program.Faulted, 0, fault
}

var (
	address   = regexp.MustCompile(`ERROR: AddressSanitizer: ([^\n]*)`)
	undefined = regexp.MustCompile(`(?m)^(\S+:\d+(?::\d+)?): runtime error: ([^\n]*)`)
	printed   = regexp.MustCompile(`(?m)(?:^==\d+==WARNING: [^\n]*\n)*` + undefined.String()) // with complaints about files it does not see
	careless  = regexp.MustCompile(`(?m)^==\d+==WARNING: ASan is ignoring requested [^\n]*\n(?:False positive [^\n]*\n)?(?:For details [^\n]*\n)?`)
	unknown   = regexp.MustCompile(`SEGV on unknown address (?:0x([0-9a-f]+))?`)
)

// kindOf finds what a report is about. No kind means that the run was ended for
// want of memory.
func kindOf(report string) (program.FaultKind, string) {
	if m := undefined.FindStringSubmatch(report); m != nil {
		return firstKind(m[2], undefinedKinds), m[2]
	}
	m := address.FindStringSubmatch(report)
	if m == nil {
		if strings.Contains(report, "rss limit exhausted") || strings.Contains(report, "out of memory") || strings.Contains(report, "failed to allocate") {
			return "", ""
		}
		first, _, _ := strings.Cut(strings.TrimSpace(report), "\n")
		return program.FaultInvalid, first
	}
	text := m[1]
	if s := unknown.FindStringSubmatch(text); s != nil {
		const firstPage = 1 << 12
		if at, err := strconv.ParseUint(s[1], 16, 64); err == nil && at < firstPage {
			return program.FaultNull, "access at a null pointer"
		}
		return program.FaultInvalid, "access to no object"
	}
	text, _, _ = strings.Cut(text, " on ")
	text, _, _ = strings.Cut(text, " 0x")
	if text == "out-of-memory" {
		return "", ""
	}
	return firstKind(text, addressKinds), text
}

// A word of a report and what it stands for.
type wordKind struct {
	word string
	kind program.FaultKind
}

var addressKinds = []wordKind{
	{"use-after-free", program.FaultUseAfterFree},
	{"use-after-scope", program.FaultDeadObject},
	{"use-after-return", program.FaultDeadObject},
	{"double-free", program.FaultDoubleFree},
	{"bad-free", program.FaultBadFree},
	{"attempting free", program.FaultBadFree},
	{"mismatch", program.FaultBadFree},
	{"stack-overflow", program.FaultStack},
	{"FPE", program.FaultDivision},
	{"ILL", program.FaultUnreachable},
	{"overflow", program.FaultOutOfBounds},
	{"underflow", program.FaultOutOfBounds},
	{"negative-size", program.FaultOutOfBounds},
	{"overlap", program.FaultOverlap},
}

var undefinedKinds = []wordKind{
	{"outside the range of representable", program.FaultConversion},
	{"passing zero to", program.FaultBuiltin},
	{"is not a valid value", program.FaultValue},
	{"misaligned address", program.FaultAlignment},
	{"passed as argument", program.FaultArgument},
	{"to null pointer", program.FaultPointer},
	{"pointer index expression", program.FaultPointer},
	{"incorrect function type", program.FaultCallType},
	{"out of bounds", program.FaultOutOfBounds},
	{"division by zero", program.FaultDivision},
	{"shift", program.FaultShift},
	{"null pointer", program.FaultNull},
	{"variable length array", program.FaultLength},
	{"overflow", program.FaultOverflow},
	{"cannot be represented", program.FaultOverflow},
	{"unreachable", program.FaultUnreachable},
}

func firstKind(text string, list []wordKind) program.FaultKind {
	for _, w := range list {
		if strings.Contains(text, w.word) {
			return w.kind
		}
	}
	return program.FaultInvalid
}

// frame is a function of the stack with the place where it is.
type frame struct {
	fn  string
	pos program.Position
}

var stackLine = regexp.MustCompile(`^\s+#(\d+) 0x[0-9a-f]+ +\((.*)\+0x([0-9a-f]+)\)`)

// frames returns those frames of the first stack in a report that are in the
// version's own files, innermost first; the program's, not its library's.
func (x *Program) frames(report string) []frame {
	var list []frame
	last := -1
	for line := range strings.Lines(report) {
		m := stackLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		n, _ := strconv.Atoi(m[1])
		if n <= last {
			break // the next stack: where the object came from
		}
		last = n
		address, err := strconv.ParseUint(m[3], 16, 64)
		if err != nil || m[2] != x.binary && m[2] != itself {
			continue
		}
		for _, f := range x.code.at(x.binary, address) {
			if pos, ok := x.own(f.pos); ok {
				list = append(list, frame{f.fn, pos})
			}
		}
	}
	return list
}

// itself is how sanitizers call the program if they cannot see its name.
const itself = "/proc/self/exe"

var place = regexp.MustCompile(`^(.*?):(\d+)(?::(\d+))?$`)

// position reads FILE:LINE or FILE:LINE:COLUMN; it reports whether the file is
// one of the version's.
func (x *Program) position(s string) (program.Position, bool) {
	m := place.FindStringSubmatch(s)
	if m == nil {
		return program.Position{}, false
	}
	line, _ := strconv.Atoi(m[2])
	col, _ := strconv.Atoi(m[3])
	return x.own(program.Position{File: m[1], Line: line, Col: col})
}

// own names the file of a place as the version does; it reports whether the file
// is one of the version's.
func (x *Program) own(at program.Position) (program.Position, bool) {
	path := strings.TrimPrefix(at.File, x.folder+string(filepath.Separator))
	name, ok := x.names[filepath.Clean(path)]
	if ok {
		at.File = name
	}
	return at, ok
}
