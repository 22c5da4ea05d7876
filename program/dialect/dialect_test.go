package dialect

import (
	"strings"
	"testing"

	"github.com/riftlab/rift/program/cpp"
)

func TestLiteralSpelling(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`"plain" ; 'x' L"w" ; L'x' "\x41\n"`, `"plain" ; 'x' L"w" ; L'x' "\x41\n"`},
		{`u8"é" "a" /* u8"" */ // u""`, `"éa"`},
		{`L"\xff" "\377" L"\x1234"`, `L"\U000000ff\U000000ff\U00001234"`},
		{`u"\xff" "a"`, `L"\U000000ffa"`},
		{`f(U"\x1") L""`, `f(((unsigned int(*)[2])"\001\000\000\000\000\000\000")[0]) L""`},
		{"u\"\" ; f(U\"a\" // it's\n  U\"b\" + 1)", "L\"\" ; f(((unsigned int(*)[3])\"\\141\\000\\000\\000\\142\\000\\000\\000\\000\\000\\000\")[0]\n+ 1)"},
		{`'ab' 'é' '\E' u'x' U'x' u8'x' '\x0041'`, `(24930) (50089) (27) ((unsigned short)120) 120u ((unsigned char)120) (65)`},
		{"#if 'ab' == 24930 && u'x' == 120u\nyes\n#endif", "yes"},
		{`"\x0041" ; "a\\0"`, `"\101" ; "a\\0"`},
		{`"\x1" "2" "\33" "4"`, `"\0012\0334"`},
		{`R"x(a"\b)x" "c"`, `"a\"\\bc"`},
		{"0xau\"\"", "0xau \"\""},
		{"\ufeffint x; /* \ufeff */", "int x;"},
		{`L'a' u"a"`, `(97) L"a"`},
	} {
		u, errs := cpp.Preprocess(&cpp.Config{}, cpp.Source{Name: "a.c", Text: c.text})
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		list, wide, bad := spellLiterals(wordsOf(u))
		if bad != nil {
			t.Fatal(bad.why)
		}
		if got := strings.TrimSpace(newSource(list, u.Files, wide).Text); got != c.want {
			t.Errorf("%s: got %s, want %s", c.text, got, c.want)
		}
	}
}

// nestingOf returns the place at which a text nests too deeply, or "".
func nestingOf(t *testing.T, text string) string {
	t.Helper()
	u, errs := cpp.Preprocess(&cpp.Config{}, cpp.Source{Name: "a.c", Text: text})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	i, why := nesting(wordsOf(u))
	if i < 0 {
		return ""
	}
	return u.Position(&u.Tokens[i]).String() + ": " + why
}

func TestNesting(t *testing.T) {
	fine := strings.Repeat("/*((*/ // ((((\n\"(([\\\"{{\" '(' x[(1)] {-1}\n", 5000) + strings.Repeat("(", MaxNesting-1) + strings.Repeat(")", MaxNesting-1)
	fine += strings.Repeat("\n#define m x + x - x\n", MaxChain/2) + strings.Repeat("a; b, c { e } if (g) { h } ", MaxChain/2) + strings.Repeat("f(1, 2) ", MaxChain/4)
	if d := nestingOf(t, fine); d != "" {
		t.Error(d)
	}
}
