package deltadebug

import (
	"path"
	"regexp"
	"strconv"
	"strings"
)

// complaint is one thing that a compiler or a linker said is wrong.
type complaint struct {
	file  string   // as it names it
	line  int      // from 1; 0 if it does not say
	names []string // the identifiers that it is about, as far as they are quoted
	// plain tells that the line is wrong because a name has no or another
	// declaration, so that what is around the line does not matter.
	plain bool
	// linked tells that the linker said it, for which only definitions count.
	linked bool
	syntax bool // what follows it may be wrong only because of it
}

var (
	compilerSays = regexp.MustCompile(`^([^\s:]+):(\d+):(?:\d+:)? (?:fatal )?error: (.*)`)
	linkerSays   = regexp.MustCompile(`([^\s:()]+):(?:(\d+)|\([^)]*\)): ((?:undefined reference to|multiple definition of) .*)`)
	quoted       = regexp.MustCompile("['`‘\"][^'’\"]*?([\\pL_$][\\pL\\pN_$]*)(?:\\([^)]*\\))?['’\"]")
	plainErrors  = regexp.MustCompile(`undeclared|no member named|unknown type name|undefined reference`)
	syntaxErrors = regexp.MustCompile(`^expected |stray|unterminated|unbalanced|#e|without|before`)
)

// Complaints returns those lines of what a build printed that say what is wrong,
// in the way of gcc, clang and GNU ld.
func Complaints(output string) string {
	var out []string
	for line := range strings.Lines(output) {
		if line = strings.TrimRight(line, "\r\n"); compilerSays.MatchString(line) || linkerSays.MatchString(line) {
			out = append(out, line)
		}
		if len(out) == maxComplaints {
			break
		}
	}
	return strings.Join(out, "\n")
}

// maxComplaints is how many complaints of a build are looked at.
const maxComplaints = 20

// complaints reads the lines of Complaints, up to one after which the compiler may
// have lost its way.
func complaints(text string) []complaint {
	var out []complaint
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		m, linked := compilerSays.FindStringSubmatch(line), false
		if m == nil {
			m, linked = linkerSays.FindStringSubmatch(line), true
		}
		if m == nil {
			continue
		}
		c := complaint{file: path.Clean(m[1]), linked: linked, plain: plainErrors.MatchString(m[3]), syntax: !linked && syntaxErrors.MatchString(m[3])}
		c.line, _ = strconv.Atoi(m[2]) // empty if the linker does not know
		for _, q := range quoted.FindAllStringSubmatch(m[3], -1) {
			c.names = append(c.names, q[1])
		}
		switch {
		case len(c.names) > 1 && strings.Contains(m[3], "no member named"):
			c.names = memberName(m[3], c.names)
		case len(c.names) > 1 && c.plain:
			c.names = c.names[:1]
		}
		if out = append(out, c); c.syntax {
			break
		}
	}
	return out
}

// memberName returns the name of a member that is missing: gcc names it after its
// structure, clang before.
func memberName(text string, names []string) []string {
	if strings.HasPrefix(text, "no member") {
		return names[:1]
	}
	if i := strings.Index(text, "no member named"); i >= 0 {
		if m := quoted.FindStringSubmatch(text[i:]); m != nil {
			return []string{m[1]}
		}
	}
	return names[1:2]
}
