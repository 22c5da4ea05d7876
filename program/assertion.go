package program

import "bytes"

// sigabrt is the signal that abort ends a run with, as Outcome.Status has it.
const sigabrt = 6

// Aborted reports whether a run ended by abort.
func (o *Outcome) Aborted() bool { return o.Ending == Signaled && o.Status == sigabrt }

// AssertionPlace finds, in what a run that ended by abort wrote to standard error, where
// it says at which place an assertion failed, if that is the last that it says: the
// FILE:LINE of "PROGRAM: FILE:LINE: FUNCTION: Assertion `EXPRESSION' failed.". It is
// text[from:to]; ok is false if there is none. What stands before it in the last line
// but for the name of the program does not matter.
func AssertionPlace(text []byte) (from, to int, ok bool) {
	line, found := bytes.CutSuffix(text, []byte("' failed.\n"))
	if !found {
		return 0, 0, false
	}
	begin := bytes.LastIndexByte(line, '\n') + 1
	line = line[begin:]
	i := bytes.Index(line, []byte("Assertion `"))
	if i < 0 {
		return 0, 0, false
	}
	head, found := bytes.CutSuffix(line[:i], []byte(": "))
	if !found {
		return 0, 0, false
	}
	place := head
	if k := bytes.LastIndex(head, []byte(": ")); k >= 0 && isIdentifier(head[k+2:]) {
		place = head[:k]
	}
	digits := len(place)
	for digits > 0 && place[digits-1] >= '0' && place[digits-1] <= '9' {
		digits--
	}
	name := bytes.LastIndex(place[:digits], []byte(": ")) + 2
	if digits == len(place) || digits == 0 || place[digits-1] != ':' || name < 2 || name >= digits-1 {
		return 0, 0, false
	}
	return begin + name, begin + len(place), true
}

// signalNames are the signals that errors end programs by.
var signalNames = map[int]string{4: "illegal instruction", 6: "abort", 7: "bus error", 8: "arithmetic exception", 11: "segmentation fault"}

// Failure names the error by which the program ended itself: "assertion failed: " and the
// expression, "abort", or another signal that errors raise. It is "" if there was none. Faults,
// which machines detect, are not among them.
func (o *Outcome) Failure() string {
	if o.Ending != Signaled {
		return ""
	}
	name := signalNames[o.Status]
	if _, to, ok := AssertionPlace(o.Stderr); ok && o.Aborted() {
		text := bytes.TrimSuffix(o.Stderr[to:], []byte("' failed.\n"))
		if _, expr, ok := bytes.Cut(text, []byte("Assertion `")); ok {
			return "assertion failed: " + string(expr)
		}
	}
	return name
}

func isIdentifier(s []byte) bool {
	for i, c := range s {
		if !(c == '_' || c == '$' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80 || i > 0 && c >= '0' && c <= '9') {
			return false
		}
	}
	return len(s) > 0
}

// SameStderr compares what two runs wrote to standard error. At which place an assertion
// failed that ended both is no part of it, as the place of a fault is none: lines move.
// The function and the expression are.
func (q Equivalence) SameStderr(a, b *Outcome) bool {
	x, y := a.Stderr, b.Stderr
	if a.Aborted() && b.Aborted() {
		i, j, ok := AssertionPlace(x)
		k, l, also := AssertionPlace(y)
		if ok && also {
			x, y = bytes.Join([][]byte{x[:i], x[j:]}, nil), bytes.Join([][]byte{y[:k], y[l:]}, nil)
		}
	}
	return q.Floats.SameText(x, y)
}
