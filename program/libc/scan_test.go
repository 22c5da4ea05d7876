package libc

import (
	"regexp"
	"strings"
)

// scan returns the external symbols that a source file of the library defines,
// in order. It relies on the library's own style: no macros that define
// symbols, no K&R definitions.
func scan(text string) []string {
	var names []string
	for _, item := range topLevel(blank(text)) {
		names = append(names, defined(item)...)
	}
	return names
}

var (
	blanks   = regexp.MustCompile(`(?s)/\*.*?\*/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])+'`)
	hash     = regexp.MustCompile(`(?m)^#(?:.*\\\n)*.*$`)
	skipped  = regexp.MustCompile(`^(static|typedef|extern|enum)\b|^(struct|union)\s+\w+\s*(\{\}\s*)?;?$|^_Static_assert`)
	pointer  = regexp.MustCompile(`^[\w\s*]*\(\s*\*\s*(?:const\s+)?(\w+)`)
	function = regexp.MustCompile(`(\w+)\s*\(`)
	attr     = regexp.MustCompile(`__attribute__\s*\(\(.*?\)\)`)
	lastWord = regexp.MustCompile(`(\w+)\s*(\[.*)?$`)
)

// blank removes comments and preprocessor lines and empties literals.
func blank(text string) string {
	text = blanks.ReplaceAllStringFunc(text, func(s string) string {
		if s[0] == '/' {
			return " "
		}
		return s[:1] + s[:1]
	})
	return hash.ReplaceAllString(text, "")
}

// topLevel splits a file into its external declarations, each with the insides
// of braces removed; one that ends in "{}" is a function definition.
func topLevel(text string) []string {
	var items []string
	var cur strings.Builder
	depth := 0
	for _, c := range text {
		switch c {
		case '{':
			if depth == 0 {
				cur.WriteString("{}")
			}
			depth++
			continue
		case '}':
			depth--
			if s := cur.String(); depth == 0 && strings.HasSuffix(strings.TrimSpace(strings.TrimSuffix(s, "{}")), ")") {
				items = append(items, strings.TrimSpace(s))
				cur.Reset()
			}
			continue
		}
		if depth > 0 {
			continue
		}
		if c == ';' {
			items = append(items, strings.TrimSpace(cur.String())+";")
			cur.Reset()
			continue
		}
		cur.WriteRune(c)
	}
	return items
}

// defined returns the external symbols that one declaration defines.
func defined(item string) []string {
	item = attr.ReplaceAllString(item, "")
	if skipped.MatchString(item) {
		return nil
	}
	if strings.HasSuffix(item, "{}") {
		if m := pointer.FindStringSubmatch(item); m != nil {
			return m[1:2]
		}
		return function.FindStringSubmatch(item)[1:2]
	}
	item = strings.TrimSpace(strings.TrimSuffix(item, ";"))
	if item == "" {
		return nil
	}
	var names []string
	for _, part := range splitCommas(item) {
		name, _, initialised := strings.Cut(part, "=")
		name = strings.TrimSpace(name)
		if m := pointer.FindStringSubmatch(name); m != nil {
			names = append(names, m[1])
			continue
		}
		if strings.Contains(name, "(") && !initialised {
			continue // a prototype
		}
		names = append(names, lastWord.FindStringSubmatch(name)[1])
	}
	return names
}

// splitCommas splits at commas outside parentheses.
func splitCommas(s string) []string {
	var parts []string
	depth, start := 0, 0
	for i, c := range s {
		switch c {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case ',':
			if depth == 0 {
				parts = append(parts, s[start:i])
				start = i + 1
			}
		}
	}
	return append(parts, s[start:])
}
