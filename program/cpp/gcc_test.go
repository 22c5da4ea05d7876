package cpp

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var programs = flag.Int("programs", 100, "how many random programs are compared with gcc -E")

// TestRandomAgainstGCC compares what random programs of macros come to with
// gcc -E, token by token, and which of them are wrong.
func TestRandomAgainstGCC(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("gcc is missing: random macro programs are not compared with gcc -E")
	}
	const batch = 100
	bad := 0
	for first := 0; first < *programs && bad < 5; first += batch {
		n := min(batch, *programs-first)
		var list []string
		var units []*Unit
		var errors [][]error
		for i := range n {
			s := fmt.Sprintf("@@%d\n%s", i, newGenerator(uint64(first+i)).program())
			u, errs := Preprocess(&Config{Limit: 100_000}, Source{"p.c", s})
			if len(errs) == 1 && strings.Contains(errs[0].Error(), "limit") {
				// Its expansion grows too large for both.
				s = fmt.Sprintf("@@%d\n", i)
				u, errs = Preprocess(&Config{}, Source{"p.c", s})
			}
			list, units, errors = append(list, s), append(units, u), append(errors, errs)
		}
		theirs, wrong := gccTokens(t, gcc, list)
		for i, s := range list {
			errs, mine := errors[i], split(units[i].Tokens)[i]
			switch {
			case len(errs) > 0 != (wrong[i] != ""):
				bad++
				t.Errorf("program %d: errors %v, gcc's: %s\n%s", first+i, errs, wrong[i], s)
			case wrong[i] == "" && mine != theirs[i]:
				bad++
				t.Errorf("program %d:\n%s\ngot  %s\nwant %s", first+i, s, mine, theirs[i])
			}
		}
	}
}

// split returns the spellings of the programs of a batch.
func split(toks []Token) map[int]string {
	got := map[int]string{}
	n, from := -1, 0
	for i := range toks {
		if i+2 < len(toks) && toks[i].Text == "@" && toks[i+1].Text == "@" {
			if n >= 0 {
				got[n] = spellings(toks[from:i])
			}
			n, _ = strconv.Atoi(toks[i+2].Text)
			from = i + 3
		}
	}
	got[n] = spellings(toks[from:])
	return got
}

func spellings(list []Token) string {
	var sb strings.Builder
	for i := range list {
		sb.WriteString(identifier(list[i].Text) + " ") // gcc writes \u00e9 as \U000000e9
	}
	return strings.TrimSpace(sb.String())
}

var gccError = regexp.MustCompile(`(?m)^[^:\n]*p(\d+)\.c:\d+:(?:\d+:)? (?:fatal )?error: .*$`)

// gccTokens returns the tokens of each program of a list and the errors of those
// that are wrong.
func gccTokens(t *testing.T, gcc string, list []string) (map[int]string, map[int]string) {
	dir := t.TempDir()
	args := []string{"-E", "-P", "-w", "-undef", "-std=gnu17"}
	for i, s := range list {
		name := fmt.Sprintf("p%d.c", i)
		args = append(args, name)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(s), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(gcc, args...)
	cmd.Dir = dir
	var out, msgs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &msgs
	_ = cmd.Run() // the errors tell
	wrong := map[int]string{}
	for _, m := range gccError.FindAllStringSubmatch(msgs.String(), -1) {
		n, _ := strconv.Atoi(m[1])
		wrong[n] = m[0]
	}
	toks, _ := scan(out.String())
	return split(toks[:len(toks)-1]), wrong
}

// generator writes random macro programs.
type generator struct {
	*rand.Rand
	out    strings.Builder
	macros []signature
}

// signature is a macro that the program may call.
type signature struct {
	name     string
	function bool
	params   []string
	variadic bool
}

func newGenerator(seed uint64) *generator {
	return &generator{Rand: rand.New(rand.NewPCG(seed, 17))}
}

func (g *generator) one(list ...string) string { return list[g.IntN(len(list))] }

func (g *generator) program() string {
	for range 3 + g.IntN(8) {
		g.definition()
	}
	for range 2 + g.IntN(6) {
		g.line(0)
	}
	g.out.WriteString(strings.Repeat(")", 300)) // no call is open at the end
	return g.out.String()
}

func (g *generator) definition() {
	m := signature{name: g.one("A", "B", "C", "D", "E", "F", "G", "H"), function: g.IntN(3) > 0}
	var sb strings.Builder
	sb.WriteString("#define " + m.name)
	va := "__VA_ARGS__"
	if m.function {
		n := g.IntN(4)
		for i := range n {
			m.params = append(m.params, string(rune('x'+i)))
		}
		m.variadic = g.IntN(2) == 0
		list := append([]string(nil), m.params...)
		if m.variadic {
			if g.IntN(3) == 0 {
				va = "rest"
				list = append(list, "rest...")
			} else {
				list = append(list, "...")
			}
		}
		sb.WriteString("(" + strings.Join(list, g.one(",", ", ", " , ")) + ")")
	}
	sb.WriteString(" ")
	sb.WriteString(g.body(&m, va, 1+g.IntN(7), false))
	fmt.Fprintf(&g.out, "#undef %s\n%s\n", m.name, &sb)
	g.macros = append(g.macros, m)
}

func (g *generator) body(m *signature, va string, n int, inOpt bool) string {
	var sb strings.Builder
	for i := range n {
		if i > 0 {
			switch g.IntN(8) {
			case 0:
				sb.WriteString(g.one("##", " ## ", " ##", "%:%:"))
			case 1, 2:
			default:
				sb.WriteString(g.one(" ", "  ", " /* c */ ", " "))
			}
		}
		params := append([]string(nil), m.params...)
		if m.variadic {
			params = append(params, va)
		}
		switch k := g.IntN(14); {
		case k < 4 && len(params) > 0:
			sb.WriteString(g.one(params...))
		case k == 4 && len(params) > 0:
			sb.WriteString(g.one("#", "# ", "%:") + g.one(params...))
		case k == 5 && m.variadic && !inOpt:
			opt := "__VA_OPT__(" + g.body(m, va, g.IntN(4), true) + ")"
			if g.IntN(6) == 0 {
				opt = "#" + opt
			}
			sb.WriteString(opt)
		case k == 6 && m.variadic:
			sb.WriteString(g.one(",##", ", ## ", ", ##") + va)
		case k < 9:
			sb.WriteString(g.call(1))
		default:
			sb.WriteString(g.token())
		}
	}
	return sb.String()
}

func (g *generator) token() string {
	return g.one("a", "b", "c1", "1", "2.5", "0x1", `"s\n"`, "'q'", `;L"w"`, `+u8"é"`, "+", "-", "<", "=", ">", "->", "&", "|", "(", ")", "()", "[", "<:", "%>", ".", ",", ";", "e", "if", "A", "B", "C", "D", "E", "__COUNTER__", "__LINE__", "f\\u00e9", "\\")
}

// call uses a macro, or something else.
func (g *generator) call(depth int) string {
	if depth > 3 {
		return g.token()
	}
	name, n := g.one("A", "B", "C", "D", "E", "F", "G", "H"), g.IntN(4)
	if len(g.macros) > 0 {
		m := g.macros[g.IntN(len(g.macros))]
		name, n = m.name, len(m.params)
		if m.variadic {
			n += g.IntN(3)
		}
		if !m.function && g.IntN(3) > 0 || g.IntN(8) == 0 {
			return name
		}
	}
	var args []string
	for range n {
		args = append(args, g.arg(depth+1))
	}
	return name + g.one("", "", " ") + "(" + strings.Join(args, g.one(",", ", ", " ,")) + ")"
}

func (g *generator) arg(depth int) string {
	var sb strings.Builder
	for range g.IntN(4) {
		switch g.IntN(5) {
		case 0, 1:
			sb.WriteString(g.call(depth + 1))
		default:
			t := g.token()
			for t == "(" || t == ")" {
				t = g.token()
			}
			sb.WriteString(t)
		}
		sb.WriteString(g.one("", " ", "  ", "/**/"))
	}
	return sb.String()
}

// line writes a line of text or a section of lines.
func (g *generator) line(depth int) {
	switch k := g.IntN(12); {
	case k == 0 && depth < 3:
		fmt.Fprintf(&g.out, "#%s\n", g.one("if "+g.condition(0), "if "+g.condition(0), "ifdef "+g.one("A", "B", "Z"), "ifndef "+g.one("A", "C")))
		g.line(depth + 1)
		if g.IntN(2) == 0 {
			fmt.Fprintf(&g.out, "#elif %s\n", g.condition(0))
			g.line(depth + 1)
		}
		if g.IntN(2) == 0 {
			g.out.WriteString("#else\n")
			g.line(depth + 1)
		}
		g.out.WriteString("# endif\n")
	case k == 1:
		g.definition()
	case k == 2:
		g.out.WriteString(strings.ReplaceAll(g.call(0), " ", "\n") + "\n")
	case k == 3:
		fmt.Fprintf(&g.out, "%s (\n#%s\n%s\n#endif\n)\n", g.one("A", "B", "C"), g.one("if 1", "if 0", "ifdef A", "ifndef A"), g.arg(0))
	default:
		for range 1 + g.IntN(5) {
			g.out.WriteString(g.one(g.call(0), g.call(0), g.token()) + g.one("", " ", " "))
		}
		g.out.WriteString("\n")
	}
}

func (g *generator) condition(depth int) string {
	if depth > 3 {
		return g.one("0", "1", "2u", "-1", "'a'", "'\\377'", "x", "0x7fffffffffffffff", "defined A", "defined(B)", "L'\\xff'", "010")
	}
	a, b := g.condition(depth+1), g.condition(depth+1)
	switch g.IntN(8) {
	case 0:
		return g.one("!", "-", "~", "+ ") + "(" + a + ")"
	case 1:
		return "(" + a + " ? " + b + " : " + g.condition(depth+1) + ")"
	case 2:
		return "(" + a + ")"
	case 3:
		return g.one("defined A", "defined ( C )", "0", "1")
	}
	return "(" + a + g.one(" + ", "-", "*", "<", "<=", ">", ">=", "==", "!=", "&&", "||", "&", "|", "^", "<<", ">>", "/", "%") + b + ")"
}
