package dialect

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// element is one character or escape sequence between the quotes of a literal.
type element struct {
	text    string
	value   uint32
	numeric bool // \x or octal: the value is that of an element, not a code point
}

// elements takes the body of a literal apart; an escape \x has at most hex
// digits. Bytes that are no UTF-8 count as characters of their own.
func elements(body string, hex int) (list []element) {
	for len(body) > 0 {
		var e element
		var n int
		if body[0] == '\\' && len(body) > 1 {
			e, n = escape(body, hex)
		} else {
			var r rune
			if r, n = utf8.DecodeRuneInString(body); r == utf8.RuneError && n == 1 {
				r = rune(body[0])
			}
			e.value = uint32(r)
		}
		e.text, body = body[:n], body[n:]
		list = append(list, e)
	}
	return list
}

// simpleEscapes are the escape sequences of one letter, GNU C's among them.
// Any other character stands for itself.
var simpleEscapes = map[byte]uint32{'a': 7, 'b': 8, 'e': 27, 'E': 27, 'f': 12, 'n': 10, 'r': 13, 't': 9, 'v': 11}

// escape reads the escape sequence at the start of s and returns its length.
func escape(s string, hex int) (element, int) {
	digits := func(from, most, base int) (uint32, int) {
		n := from
		for n < len(s) && n-from < most && isDigit(s[n], base) {
			n++
		}
		v, _ := strconv.ParseUint(s[max(from, n-8):n], base, 32) // more digits than fit are cut off
		return uint32(v), n
	}
	switch c := s[1]; {
	case c == 'x':
		v, n := digits(2, hex, 16)
		return element{value: v, numeric: true}, n
	case c == 'u' || c == 'U':
		most := 4
		if c == 'U' {
			most = 8
		}
		v, n := digits(2, most, 16)
		return element{value: v}, n
	case c >= '0' && c <= '7':
		v, n := digits(1, 3, 8)
		return element{value: v, numeric: true}, n
	case simpleEscapes[c] != 0:
		return element{value: simpleEscapes[c]}, 2
	}
	r, n := utf8.DecodeRuneInString(s[1:])
	return element{value: uint32(r)}, 1 + n
}

func isDigit(c byte, base int) bool {
	switch {
	case c >= '0' && c <= '9':
		return int(c-'0') < base
	case base == 16:
		return c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
	}
	return false
}

// narrowBytes returns the bytes that an element is in a plain literal.
func (e element) narrowBytes() []byte {
	switch {
	case e.numeric:
		return []byte{byte(e.value)}
	case e.text[0] != '\\':
		return []byte(e.text)
	}
	return utf8.AppendRune(nil, rune(e.value))
}

// narrowSpelling returns the body of a plain string in the parser's spelling. If
// another is joined to it, numeric escapes are written so that they end where
// they end.
func narrowSpelling(body string, joined bool) string {
	if strings.IndexByte(body, '\\') < 0 {
		return body
	}
	var sb strings.Builder
	for _, e := range elements(body, len(body)) {
		switch {
		case e.numeric && (joined || e.text[1] == 'x' && len(e.text) > 4), e.text == `\E`:
			fmt.Fprintf(&sb, `\%03o`, byte(e.value))
		default:
			sb.WriteString(e.text)
		}
	}
	return sb.String()
}

// wideSpelling returns the body of a wide string in the parser's spelling, in
// which numeric escapes are written so that they end where they end, those
// beyond ASCII as code points: one element each, as many as there are.
// WideElements reads their values back.
func wideSpelling(body string, bits int) string {
	if strings.IndexByte(body, '\\') < 0 {
		return body
	}
	var sb strings.Builder
	for _, e := range elements(body, len(body)) {
		switch {
		case e.numeric && e.value >= utf8.RuneSelf, e.text == `\E`:
			fmt.Fprintf(&sb, `\U%08x`, e.value&(1<<bits-1))
		case e.numeric:
			fmt.Fprintf(&sb, `\%03o`, e.value)
		default:
			sb.WriteString(e.text)
		}
	}
	return sb.String()
}

// WideElements returns the elements of a wide string of 16 or 32 bits, without
// the terminating zero; an escape \x has at most hex digits.
func WideElements(body string, bits, hex int) (list []uint32) {
	for _, e := range elements(body, hex) {
		switch v := e.value; {
		case bits == 32:
			list = append(list, v)
		case v > 0xffff && !e.numeric:
			v -= 0x10000
			list = append(list, 0xd800|v>>10&0x3ff, 0xdc00|v&0x3ff)
		default:
			list = append(list, v&0xffff)
		}
	}
	return list
}

// charSpelling returns a character constant in the parser's spelling, false if
// that is what it has. Its type is int with the prefix L or none, else that of
// the strings with the prefix. The parser gives L'x' the type of the unit's wide strings.
func charSpelling(wide, prefix, body string) (string, bool) {
	list := elements(body, len(body))
	if len(list) == 0 {
		return "", false
	}
	if prefix == "" {
		return narrowCharacter(list)
	}
	v := list[len(list)-1].value // of several, gcc takes the last
	switch prefix {
	case "L":
		if e := list[0]; wide == "L" && len(list) == 1 && (!e.numeric || v < utf8.RuneSelf && len(e.text) <= 4) {
			return "", false
		}
		return "(" + strconv.Itoa(int(int32(v))) + ")", true
	case "u":
		return fmt.Sprintf("((unsigned short)%d)", v&0xffff), true
	case "u8":
		return fmt.Sprintf("((unsigned char)%d)", v&0xff), true
	}
	return fmt.Sprintf("%du", v), true
}

// narrowCharacter spells a plain character constant: that of several bytes has
// the value of the last four, as gcc computes it.
func narrowCharacter(list []element) (string, bool) {
	var data []byte
	for _, e := range list {
		data = append(data, e.narrowBytes()...)
	}
	if len(data) == 1 {
		if e := list[0]; e.text == `\E` || e.numeric && len(e.text) > 4 {
			return "(" + strconv.Itoa(int(int8(data[0]))) + ")", true
		}
		return "", false
	}
	v := uint32(0)
	for _, b := range data {
		v = v<<8 | uint32(b)
	}
	return "(" + strconv.Itoa(int(int32(v))) + ")", true
}
