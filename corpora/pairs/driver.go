package pairs

import (
	"fmt"
	"regexp"
	"strings"
)

var (
	signature = regexp.MustCompile(`(?m)^((?:unsigned |long )*\w+) f\(([^)]*)\)\s*\{?$`)
	variables = regexp.MustCompile(`(?m)^(?:struct \w+|int|double) ([^(){}=;]+);$`)
)

// Driver returns C code that goes behind the text of a version: a main that calls f
// on inputs made from the two numbers on standard input, the first seed and how many
// inputs, and prints a line for each: what f returns, and what it left in memory.
func Driver(text string) (string, error) {
	m := signature.FindStringSubmatch(text)
	if m == nil {
		return "", fmt.Errorf("no function f")
	}
	var args, shows []string
	arrays := 0
	for _, p := range strings.Split(m[2], ",") {
		p = strings.TrimPrefix(strings.TrimSpace(p), "const ")
		kind, name := strings.TrimSpace(p[:strings.LastIndexAny(p, " *")+1]), p[strings.LastIndexAny(p, " *")+1:]
		show := func(format string, a ...any) { shows = append(shows, fmt.Sprintf(format, a...)) }
		switch {
		case kind == "char **":
			args = append(args, fmt.Sprintf("text_at_(%d)", arrays))
			show("{ long d_ = text_place_[%d] - bytes_[%d]; show_(&d_, 8); }", arrays, arrays)
			arrays++
		case kind == "char *":
			args = append(args, fmt.Sprintf("text_(%d)", arrays))
			show("show_(bytes_[%d], 64);", arrays)
			arrays++
		case strings.HasSuffix(kind, "*"):
			make := "ints_"
			if kind == "double *" {
				make = "doubles_"
			} else if kind == "float *" {
				make = "floats_"
			}
			args = append(args, fmt.Sprintf("(void *)%s(%d)", make, arrays))
			show("show_(bytes_[%d], sizeof bytes_[0]);", arrays)
			arrays++
		case kind == "double" || kind == "float":
			args = append(args, "real_()")
		case name == "n":
			args = append(args, "pick_() % 13")
		default:
			args = append(args, "number_()")
		}
	}
	set := ""
	for _, v := range variables.FindAllStringSubmatch(text, -1) {
		for _, name := range strings.Split(v[1], ",") {
			name, _, _ = strings.Cut(strings.TrimSpace(name), "[")
			fill := "fill_"
			if strings.HasPrefix(v[0], "double") {
				fill = "fill_doubles_"
			}
			set += fmt.Sprintf("\t\t%s(&%s, sizeof %s);\n", fill, name, name)
			shows = append(shows, fmt.Sprintf("show_(&%s, sizeof %s);", name, name))
		}
	}
	call := "f(" + strings.Join(args, ", ") + ")"
	switch m[1] {
	case "void":
		call += ";"
	case "double", "float":
		call = "double r_ = " + call + "; if (r_ != r_) put_(1); else show_(&r_, 8);"
	default:
		call = "long r_ = (long)" + call + "; show_(&r_, 8);"
	}
	return library + `int main(void)
{
	unsigned long seed, n;
	if (scanf("%lu %lu", &seed, &n) != 2)
		return 2;
	for (unsigned long i = 0; i < n; i++) {
		state_ = (seed + i) * 0x9E3779B97F4A7C15u + 1;
		hash_ = 0xCBF29CE484222325u;
` + set + "\t\t" + call + "\n\t\t" + strings.Join(shows, "\n\t\t") + `
		printf("%016lx\n", hash_);
	}
	return 0;
}
`, nil
}

// library makes values: small ones mostly, and sizes that fit the arrays.
const library = `
#include <stdio.h>
#include <string.h>
static unsigned long state_, hash_;
static char bytes_[3][512] __attribute__((aligned(16)));
static char *text_place_[3];
static unsigned long pick_(void)
{
	state_ ^= state_ << 13;
	state_ ^= state_ >> 7;
	state_ ^= state_ << 17;
	return state_ >> 8;
}
static int number_(void)
{
	switch (pick_() % 8) {
	case 0: return (int)pick_();
	case 1: return (int)(pick_() % 400) - 100;
	case 2: return pick_() % 128;
	case 3: return (int)(1u << pick_() % 32);
	default: return (int)(pick_() % 14) - 3;
	}
}
static double real_(void)
{
	return pick_() % 16 == 0 ? number_() * 1e5 : number_() / 8.0;
}
static void *ints_(int k)
{
	int *p = (int *)bytes_[k];
	for (int i = 0; i < 128; i++)
		p[i] = (int)(pick_() % 12) - 3;
	if (pick_() % 2)
		for (int i = 1; i < 128; i++)
			p[i] = p[i - 1] + (int)(pick_() % 3);
	return p;
}
static void *doubles_(int k)
{
	double *p = (double *)bytes_[k];
	for (int i = 0; i < 64; i++)
		p[i] = real_();
	return p;
}
static void *floats_(int k)
{
	float *p = (float *)bytes_[k];
	for (int i = 0; i < 128; i++)
		p[i] = (float)real_();
	return p;
}
static char *text_(int k)
{
	static const char some[] = "aabbeioXzAZ019fF  \t\n\\nt0+--/*";
	int n = pick_() % 12;
	for (int i = 0; i < 64; i++)
		bytes_[k][i] = i < n ? some[pick_() % (sizeof some - 1)] : 0;
	if (k > 0 && pick_() % 2)
		memcpy(bytes_[k], bytes_[0] + pick_() % 3, 3);
	return bytes_[k];
}
static const char **text_at_(int k)
{
	text_place_[k] = text_(k);
	if (pick_() % 3)
		text_place_[k][0] = '\\';
	return (const char **)&text_place_[k];
}
static void fill_(void *at, unsigned long n)
{
	int *p = at;
	for (unsigned long i = 0; i < n / 4; i++)
		p[i] = (int)(pick_() % 12) - 2;
}
static void fill_doubles_(void *at, unsigned long n)
{
	memset(at, 0, n);
}
static void put_(unsigned char c) { hash_ = (hash_ ^ c) * 0x100000001B3u; }
static void show_(const void *at, unsigned long n)
{
	const unsigned char *p = at;
	for (unsigned long i = 0; i < n; i++)
		put_(p[i]);
}
`
