package cpp

import (
	"strings"
	"testing"
)

// files is a file system of texts.
type files map[string]string

func (f files) open(name string) (string, bool) {
	text, ok := f[name]
	return text, ok
}

// preprocess returns the tokens of a.c, parted by spaces, or the errors.
func preprocess(t *testing.T, f files) string {
	t.Helper()
	u, errs := Preprocess(&Config{Open: f.open, Dirs: []string{"inc", "sys"}, Has: has}, Source{"a.c", f["a.c"]})
	if len(errs) > 0 {
		var list []string
		for _, err := range errs {
			list = append(list, err.Error())
		}
		return strings.Join(list, "\n")
	}
	var sb strings.Builder
	for i := range u.Tokens {
		s := u.Tokens[i].Spelling()
		if u.Tokens[i].Kind == Pragma {
			s = "#pragma " + s
		}
		sb.WriteString(" " + s)
	}
	return strings.TrimSpace(sb.String())
}

func has(operator, name string) int64 {
	switch operator + " " + name {
	case "__has_attribute packed", "__has_builtin __builtin_clz":
		return 1
	case "__has_c_attribute nodiscard", "__has_c_attribute gnu::packed":
		return 202003
	}
	return 0
}

// What macros come to. The wanted tokens are gcc's, but for those of later
// versions of C.
func TestExpansion(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"comma", "#define L(f,...) p(f,##__VA_ARGS__)\nL(1) L(1,) L(1,-2) L(1, 2, 3)", "p ( 1 ) p ( 1 , ) p ( 1 , - 2 ) p ( 1 , 2 , 3 )"},
		{"named", "#define L(f, a...) p(f, ##a)\n#define N(a...) p(0, ##a)\nL(1) L(1,!x) N() N(1)", "p ( 1 ) p ( 1 , ! x ) p ( 0 ) p ( 0 , 1 )"},
		{"through another", "#define X(...) Y(__VA_ARGS__)\n#define Y(...) #__VA_ARGS__\n#define L(a,...) {0, a,##__VA_ARGS__}\nX(L(1, 2, 3))", `"{0, 1, 2, 3}"`},
		{"optional", "#define F(a,...) f(a __VA_OPT__(,) __VA_ARGS__)\n#define E\nF(1) F(1,) F(1, 2) F(1,E)", "f ( 1 ) f ( 1 ) f ( 1 , 2 ) f ( 1 )"},
		{"optional pasted", "#define F(x,...) x ## __VA_OPT__(a b) ## c\nF(1) F(1, 2)", "1c 1a bc"},
		{"optional string", "#define F(x,...) #__VA_OPT__(x  __VA_ARGS__)\nF(1) F(1, 2,3)", `"" "1 2,3"`},
		{"space", "#define S(...) S2(__VA_ARGS__)\n#define S2(...) #__VA_ARGS__\n#define E()\n#define ID(x) x\nS(a E()( )) S(ID(1)ID(2)) S(  a   ,b  /* c */ c) S(-ID(-)1)", `"a ( )" "12" "a ,b c" "--1"`},
		{"spelling", `#define S(x) #x` + "\n" + `S(L"a\n") S(u8"x" 'y') S(U'\'') S(<:) S(\u00e9)`, `"L\"a\\n\"" "u8\"x\" 'y'" "U'\\''" "<:" "\u00e9"`},
		{"itself", "#define f(x) x f\n#define a a b\nf(1)(2) a f(a)", "1 f ( 2 ) a b a b f"},
		{"over lines", "#define f(x,y) y x\nf(1,\n#ifdef Q\n2\n#else\n3\n#endif\n) f\n(4, 5)", "3 1 5 4"},
		{"no call", "#define f(x) x\nf + f", "f + f"},
		{"digraphs", "%:define C(a,b) a%:%:b\n<% C(x,y)<:1:> %>", "{ xy [ 1 ] }"},
		{"universal names", "#define \\u00e9 1\né \\u00E9 x\\U000000e9", "1 1 xé"},
		{"line 0", "# 0 \"g.y\"\n__LINE__\n__LINE__", `1 2`},
		{"line", "#define L __LINE__\n#define f(x) x L\nf(\nL) L\n#line 70 \"g.y\"\nL __FILE__", `4 3 4 70 "g.y"`},
		{"marker", "# 8 \"pre.c\" 2\n__LINE__ __FILE__", `8 "pre.c"`},
		{"counter", "#define C __COUNTER__\nC C __COUNTER__", "0 1 2"},
		{"splices", "#def\\\nine A 1 \\\n 2\nA \"a\\\nb\" __LINE__", `1 2 "ab" 5`},
		{"date", "__DATE__ __TIME__ __BASE_FILE__ __INCLUDE_LEVEL__", `"Jan  1 1970" "00:00:00" "a.c" 0`},
		{"separators", "1'000'000 0xF'F 'a' 1'a'", "1'000'000 0xF'F 'a' 1 'a'"},
		{"pragma", "#pragma once\n#define P(x) _Pragma(#x)\n#pragma pack(1)\nP(pack(2)) P(GCC x) _Pragma(\"pack(3)\")", "#pragma pack(1) #pragma pack(2) #pragma pack(3)"},
		{"pushed", "#define A 1\n#pragma push_macro(\"A\")\n#undef A\nA\n#pragma pop_macro(\"A\")\nA", "A 1"},
		{"raw", `R"(a"\n)" LR"x(
)")x" __LINE__`, `R"(a"\n)" LR"x(` + "\n" + `)")x" 2`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := preprocess(t, files{"a.c": c.text}); got != c.want {
				t.Errorf("%s\ngot  %s\nwant %s", c.text, got, c.want)
			}
		})
	}
}

func TestConditions(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
	}{
		{"1", true}, {"0", false}, {"1 ? 0 : 1", false}, {"2 ?: 0", true}, {"-1 > 0u", true}, {"-1 >> 1 == -1", true},
		{"0x7fffffffffffffff + 1 < 0", true}, {"18446744073709551615u == -1", true}, {"1 || 1/0", true}, {"0 && 1/0", false},
		{"'a' == 97 && L'\\xff' == 255 && '\\377' < 0 && 'ab' == 24930", true}, {"x", false}, {"true", false},
		{"defined A && !defined(B)", true}, {"__has_attribute(packed) && __has_attribute(__packed__)", true}, {"__has_attribute(nothing)", false},
		{"__has_c_attribute(nodiscard) == 202003 && __has_c_attribute(gnu::packed)", true}, {"defined __has_builtin && __has_builtin(__builtin_clz)", true},
		{"__has_include(<h.h>) && __has_include(\"h.h\") && !__has_include(<none.h>) && __has_include(H)", true},
		{"__has_embed(\"data\") == 1 && __has_embed(\"empty\") == 2 && __has_embed(<none>) == 0", true},
		{"__has_embed(\"data\" limit(0)) == 2", true}, {"F(2) == 3", true}, {"0b101 == 5 && 010 == 8 && 1'000 == 1000", true}, {"1, 0", false},
	} {
		got := preprocess(t, files{
			"a.c":     "#define A\n#define H <h.h>\n#define F(x) x + 1\n#if " + c.text + "\nyes\n#else\nno\n#endif\n",
			"inc/h.h": "", "data": "x", "empty": "",
		})
		if want := map[bool]string{true: "yes", false: "no"}[c.want]; got != want {
			t.Errorf("%s: got %s, want %s", c.text, got, want)
		}
	}
}

func TestFiles(t *testing.T) {
	for _, c := range []struct {
		name string
		f    files
		want string
	}{
		{"order", files{"a.c": "#include \"h.h\"\n#include <h.h>", "h.h": "own", "inc/h.h": "inc", "sys/h.h": "sys"}, "own inc"},
		{"beside", files{"a.c": "#include \"d/h.h\"", "d/h.h": "#include \"g.h\"", "d/g.h": "beside", "g.h": "wrong"}, "beside"},
		{"next", files{"a.c": "#include <h.h>", "inc/h.h": "inc\n#include_next <h.h>", "sys/h.h": "sys"}, "inc sys"},
		{"once", files{"a.c": "#include <h.h>\n#include <h.h>\n#import <g.h>\n#import <g.h>", "inc/h.h": "#pragma once\nh", "inc/g.h": "g"}, "h g"},
		{"c file", files{"a.c": "#include \"b.c\"\n__FILE__ __LINE__", "b.c": "__FILE__ __INCLUDE_LEVEL__"}, `"b.c" 1 "a.c" 2`},
		{"computed", files{"a.c": "#define H <h.h>\n#define Q \"q.h\"\n#include H\n#include Q", "inc/h.h": "h", "q.h": "q"}, "h q"},
		{"elifdef", files{"a.c": "#define A\n#ifdef B\n1\n#elifdef A\n2\n#elifndef B\n3\n#endif\n#ifdef B\n#elifndef B\n4\n#endif"}, "2 4"},
		{"embed", files{"a.c": "{\n#embed \"x\" prefix(1,) suffix(,0) limit(2)\n}\n#embed <e> if_empty(9)\n", "x": "AB\xff", "inc/e": ""}, "{ 1 , 65 , 66 , 0 } 9"},
		{"skipped", files{"a.c": "#if 0\n#include <none.h>\n#if x y ' z\n#elif \"\n#endif\n#error no\n#else\n1\n#elif\n#endif"}, "a.c:9:2: #elif after #else"},
		{"not in arguments", files{"a.c": "#define f(x) x\n#include \"h.h\"\n)", "h.h": "f(1"}, `h.h:1:1: unterminated argument list invoking macro "f"`},
		{"errors", files{"a.c": "#define 1\n#undef\n#define f(x\n#define g(x) #y\n#define h(x) ## x\n#if\n#endif\n#if 1/0\n#endif\n#if f(\n#endif\n#foo\n#define A 1\n#else\n#error here 'tis\n#if (1\n#endif\n#if 1 2\n"},
			"a.c:1:2: #define without a name: a name follows #define\n" +
				"a.c:2:2: #undef without a name: a name follows #undef\n" +
				"a.c:3:10: parameters of macro \"f\" not terminated: ) ends them\n" +
				"a.c:4:14: # is not followed by a parameter of macro \"g\"\n" +
				"a.c:5:14: ## stands at an end of a replacement list\n" +
				"a.c:6:2: condition without an expression\n" +
				"a.c:8:2: division by zero in a condition\n" +
				"a.c:10:5: missing binary operator after \"f\", which is no macro with parameters\n" +
				"a.c:12:2: invalid directive #foo\n" +
				"a.c:14:2: #else without #if\n" +
				"a.c:15:2: #error here 'tis\n" +
				"a.c:16:2: ( without ) in a condition\n" +
				"a.c:18:7: unexpected \"2\" in a condition: an operator\n" +
				"a.c:18:1: condition not terminated: expected #endif"},
		{"calls", files{"a.c": "#define f(x) x\n#define g() 1\nf(1,2) g(1) f()\n#define p(a,b) a##b\np(+,x)"},
			"a.c:3:1: too many arguments to macro \"f\": 2, not 1\n" +
				"a.c:3:8: too many arguments to macro \"g\": 1, not 0\n" +
				"a.c:5:1: pasting \"+\" and \"x\" does not give a valid token"},
		{"comment", files{"a.c": "int x; /* never\nends"}, "a.c:1:8: comment not terminated"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := preprocess(t, c.f); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// Tokens stand where the user wrote them, those of macros where the outermost
// one is used.
func TestPositions(t *testing.T) {
	u, errs := Preprocess(&Config{}, Source{"a.c", "#define A b \\\n c\n#define f(x) A x\n\\\n a + /* \n */ b;\n  f(1 +\n 2) x\\\ny z"})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	var got []string
	for i := range u.Tokens {
		got = append(got, u.Tokens[i].Text+"@"+strings.TrimPrefix(u.Position(&u.Tokens[i]).String(), "a.c:"))
	}
	want := "a@5:2 +@5:4 b@6:5 ;@6:6 b@7:3 c@7:3 1@7:3 +@7:3 2@7:3 xy@8:5 z@9:3"
	if s := strings.Join(got, " "); s != want {
		t.Errorf("got  %s\nwant %s", s, want)
	}
}

// A cache makes no difference, whoever uses it.
func TestCache(t *testing.T) {
	cache := &Cache{}
	for _, text := range []string{"#define A 1\nA x", "#define A 2\nA y"} {
		f := files{"a.c": "#include \"h.h\"\nA", "h.h": text}
		want := preprocess(t, f)
		for range 2 {
			u, errs := Preprocess(&Config{Open: f.open, Cache: cache}, Source{"a.c", f["a.c"]})
			if len(errs) > 0 || spellings(u.Tokens) != want {
				t.Errorf("got %s %v, want %s", spellings(u.Tokens), errs, want)
			}
		}
	}
}

// Macros that grow without bound end with an error.
func TestLimits(t *testing.T) {
	for _, text := range []string{
		"#define A B B\n#define B C C\n#define C D D D D D D D D\n#define D E E E E E E E E\n#define E F F F F F F F F\n#define F G G G G G G G G\n#define G A A A A A A A A A A A A A A A A\nA A A A A A A A",
		"#define f(x) x\n" + strings.Repeat("f(", 20_000),
		"#define f(x) x\n" + strings.Repeat("f(", 20_000) + strings.Repeat(")", 20_000),
		"#if " + strings.Repeat("(", 20_000),
		"#if " + strings.Repeat("-", 20_000) + "1",
		"#include \"a.c\"",
	} {
		got := ""
		u, errs := Preprocess(&Config{Open: files{"a.c": text}.open, Limit: 200_000}, Source{"a.c", text})
		if len(errs) > 0 {
			got = errs[0].Error()
		}
		if got == "" {
			t.Errorf("%.40q: no error but %d tokens", text, len(u.Tokens))
		}
	}
}

func FuzzPreprocess(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(newGenerator(seed).program())
	}
	for _, s := range []string{
		"#include \"a.c\"\n", "#embed \"a.c\" limit(3)\n", "#define f(x,...) #x __VA_OPT__(##x) x##__VA_ARGS__\nf(f,f)(1", "_Pragma(\"pack(1)\")",
		"#line 7 \"x\"\n# 8 \"y\" 1\n__LINE__", "#if __has_include(<a.c>) && __has_embed(\"a.c\" limit(1))\n#elifdef x\n#else", "R\"x(\n)x\" \\\n%:%: \\u00e9 'a 1'0",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<12 {
			t.Skip("long")
		}
		u, errs := Preprocess(&Config{Open: files{"a.c": text}.open, Dirs: []string{""}, Limit: 200_000}, Source{"a.c", text})
		if len(errs) > 0 {
			return
		}
		for i := range u.Tokens {
			k := &u.Tokens[i]
			if k.Text == "" && k.Kind != Pragma || k.Kind == EOF || k.Kind >= padding || int(k.At.File) >= len(u.Files) || k.At.Line == 0 {
				t.Fatalf("token %d is %+v", i, *k)
			}
		}
	})
}
