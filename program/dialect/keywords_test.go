package dialect

import (
	"testing"

	"github.com/riftlab/rift/program/cpp"
)

// Words that C23 made keywords are names where a unit declares them.
func TestNewKeywords(t *testing.T) {
	for text, keyword := range map[string]bool{
		"bool x;":                                                     true,
		"bool f(int, bool); int g(bool, int);":                        true,
		"int f(int a, bool b) { return a * b; }":                      true,
		"struct s { bool b; }; bool *p, **q;":                         true,
		"void f(void) { g((bool)1, sizeof(bool)); h(a, (bool *)0); }": true,
		"typedef int bool; bool x;":                                   false,
		"typedef enum { FALSE, TRUE } bool;":                          false,
		"typedef struct { int a; } bool;":                             false,
		"typedef char *string, *bool;":                                false,
		"struct s { int a; } bool;":                                   false,
		"enum { A, bool };":                                           false,
		"int bool = 1;":                                               false,
		"int a = f(1, 2), bool;":                                      false,
		"unsigned long a, *bool[3];":                                  false,
		"void f(void) { int bool; }":                                  false,
	} {
		u, errs := cpp.Preprocess(&cpp.Config{}, cpp.Source{Name: "a.c", Text: text})
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		if _, got := newKeywords(wordsOf(u))["bool"]; got != keyword {
			t.Errorf("%s: bool is a keyword: %v, want %v", text, got, keyword)
		}
	}
	for text, keyword := range map[string]bool{
		"int x = true;": true,
		"void f(void) { x = 1, true; g(a, true); }":   true,
		"void f(void) { x = a * true; return true; }": true,
		"int a[] = { 1, true, 2 * true };":            true,
		"int false = 0, true = 1;":                    false,
		"enum { false, true };":                       false,
	} {
		u, errs := cpp.Preprocess(&cpp.Config{}, cpp.Source{Name: "a.c", Text: text})
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		if _, got := newKeywords(wordsOf(u))["true"]; got != keyword {
			t.Errorf("%s: true is a keyword: %v, want %v", text, got, keyword)
		}
	}
}
