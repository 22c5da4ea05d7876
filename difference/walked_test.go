package difference

import (
	"strings"
	"testing"

	"github.com/riftlab/rift/difference/harness"
)

// Harnesses make what functions are handed in real programs: arrays with an end, sizes
// that fit, ends that belong to their beginnings, text in structures.
func TestFitting(t *testing.T) {
	for _, c := range []struct {
		name, entry, text string
		old, new          string // in the text
		inputs            string // part of what the harness says
		found             string // part of the first input; "" if there is none
	}{
		{"array ended by a number", "total", `
enum kind { NUMBER, FLAG, GROUP, END };
struct option { int kind; int value; };
int total(const struct option *o)
{
	int n = 0;
	for (; o->kind != END; o++)
		if (o->kind == GROUP)
			n += o->value > 7;
	return n;
}`, "> 7", "> 8", "o: null or 2 struct option and what ends them", "o[0].kind = 2"},
		{"array ended by no name", "longest", `
#include <string.h>
struct command { const char *name; int (*run)(int); const char *help; };
struct shell { struct command *commands; };
int longest(struct shell *s)
{
	int i, n = 0;
	for (i = 0; s->commands[i].name; i++)
		if (s->commands[i].help && strlen(s->commands[i].help) > 1)
			n = i + 1;
	return n;
}`, "> 1", "> 2", "s: null or one struct shell", "s.commands[0].help ="},
		{"one structure", "area", `
struct box { int w, h; };
int area(struct box *b) { return b->w > 5 ? 1 : b->h; }`, "> 5", "> 6", "b: null or one struct box", "b.w = 6"},
		{"size behind bytes", "sum", `
#include <stddef.h>
int sum(const unsigned char *p, size_t n)
{
	int s = 0;
	for (size_t i = 0; i < n; i++)
		s += p[i] == 'q' && i == 2;
	return s;
}`, "i == 2", "i == 1", "n: every value", `p = "`},
		{"size in a structure", "sum", `
struct slice { int len; int *data; };
int sum(struct slice *s)
{
	int i, n = 0;
	for (i = 0; i < s->len; i++)
		n += s->data[i] == 77 && i == 3;
	return n;
}`, "77", "78", "s: null or one struct slice", "s.data = {"},
		{"end of text", "digits", `
int digits(const char *at, const char *end)
{
	int n = 0;
	for (; at < end; at++)
		n += *at >= '0' && *at <= '9';
	return n;
}`, "'0'", "'1'", "end: null or", `at = "`},
		{"size by a pointer", "trim", `
#include <stddef.h>
int trim(char *text, size_t *length)
{
	while (*length > 0 && text[*length - 1] == ' ')
		--*length;
	return *length > 2;
}`, "> 2", "> 3", "length: null or", "text ="},
		{"reader of lines", "lines", `
typedef char *(*reader)(char *line, int size, void *stream);
int lines(reader next, void *stream)
{
	char line[8];
	int n = 0;
	while (next(line, sizeof line, stream))
		if (line[0] == '#')
			n++;
	return n;
}`, "'#'", "';'", "next: null or a function", `next reads = "`},
		{"reader of bytes", "stars", `
#include <stddef.h>
#include <sys/types.h>
struct source { ssize_t (*read)(void *self, void *to, size_t n); };
int stars(struct source *s)
{
	unsigned char b[3];
	ssize_t i, k;
	int n = 0;
	while ((k = s->read(s, b, sizeof b)) > 0)
		for (i = 0; i < k; i++)
			n += b[i] == '*';
	return n;
}`, "'*'", "'+'", "s: null or one struct source", `s.read reads = "`},
		{"receiver of words", "words", `
#include <string.h>
int words(const char *s, int (*word)(void *user, const char *text))
{
	char b[16];
	int n = 0;
	if (strlen(s) > 8)
		return -1;
	for (; *s; s++) {
		b[n++] = *s == 'a' ? 'b' : *s;
		b[n] = 0;
	}
	return word(0, b);
}`, "'a'", "'c'", "word: null or a function", `s = "`},
		{"receiver of counted bytes", "pieces", `
#include <string.h>
void pieces(const char *s, void (*piece)(const char *at, size_t n))
{
	size_t n = strlen(s);
	piece(s + (n > 2), n > 2 ? n - 1 : n);
}`, "(n > 2)", "(n > 3)", "piece: null or a function", `s = "`},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			changed := strings.Replace(c.text, c.old, c.new, 1)
			task := taskOf(t, version("old", c.text), version("new", changed))
			h, err := harness.Generate(task.Old.Program, task.New.Program, task.New.Version, c.entry, harness.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(h.Inputs, "; "); !strings.Contains(got, c.inputs) {
				t.Errorf("inputs: %s", got)
			}
			if got := firstInput(t, attached(t, task, h)); !strings.Contains(got, c.found) || got == "" {
				t.Errorf("the difference is at %q", got)
			}
		})
	}
}
