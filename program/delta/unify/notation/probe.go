package notation

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Asks is the function that says which version a unified program is run as.
const Asks = "__rift_version"

// probing begins an annotation with a number, as Probes writes it.
const probing = "change__probe("

// Probes writes annotations with numbers, so that whoever looks at a unified program can say
// of one of them that it may not be. The zero value is empty; it is for one goroutine.
type Probes struct {
	keys    []string
	refused map[string]bool
}

// Change writes change(old, new) with a number, unless an annotation of the same key was
// refused. Plain takes the number out again.
func (p *Probes) Change(key, old, new string) (text string, ok bool) {
	key += "\n" + old + "\n" + new
	if p.refused[key] {
		return "", false
	}
	p.keys = append(p.keys, key)
	return probing + strconv.Itoa(len(p.keys)-1) + ", " + strings.TrimPrefix(Change(old, new), "change("), true
}

// Refuse refuses the annotations of a number from now on.
func (p *Probes) Refuse(number int) {
	if p.refused == nil {
		p.refused = map[string]bool{}
	}
	p.refused[p.keys[number]] = true
}

// Probed reports whether a text has annotations with numbers.
func Probed(text string) bool { return strings.Contains(text, probing) }

var probed = regexp.MustCompile(regexp.QuoteMeta(probing) + `\d+, `)

// Plain returns a text without the numbers of annotations.
func Plain(text string) string { return probed.ReplaceAllLiteralString(text, "change(") }

// ProbeHead is Head for a text whose annotations have numbers.
func ProbeHead(name string) string {
	return fmt.Sprintf(`#define change(old, new) change__probe(-1, old, new)
#define change__probe(n, old, new) (%s(n) ? (new) : (old))
#undef __rift_probe_
int %s();
#line 1 %q
`, Asks, Asks, name)
}
