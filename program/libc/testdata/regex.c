/* Regular expressions, basic and extended. */
#include <regex.h>
#include <stdio.h>

static void try(const char *pattern, const char *text, int flags, int eflags)
{
	regex_t re;
	regmatch_t m[6];
	char buf[64];
	int err = regcomp(&re, pattern, flags);
	printf("%s %d '%s': ", pattern, flags, text);
	if (err) {
		regerror(err, &re, buf, sizeof buf);
		printf("error %d %s\n", err, buf);
		return;
	}
	err = regexec(&re, text, 6, m, eflags);
	printf("%d nsub %zu", err, re.re_nsub);
	if (!err)
		for (int i = 0; i < 6 && i <= (int)re.re_nsub; i++)
			printf(" (%d,%d)", m[i].rm_so, m[i].rm_eo);
	puts("");
	regfree(&re);
}

int main(void)
{
	static const char *ere[] = {"abc", "a*", "a+b", "^a.c$", "(a)(b)(c)", "a|b|cd", "(ab)*c", "[0-9]+", "[^a-z]+", "x{2,3}", "x{2}", "x{,2}y", "(a|b)*abb", "[[:alpha:]_][[:alnum:]_]*", "^$", "",
	                            "a?b?c?", "(foo|foobar)(baz)?", "\\.", "a\\|b", "(a", "a)", "[a", "*a", "a**", "a{1", "a{2,1}", "\\", "[[:nope:]]", "[z-a]", "()", "(a*)+", "(a*)*b", "\\bword\\b", "\\w+", "\\<w",
	                            "(.)\\1", "^(.*):(.*)$", "a.c", "[]a]+", "[^]a]", "a{0}b", "(a|)b", "x*", "(((a)))", "^a|b$", "[.]", "[[.a.]]", "[[=b=]]+", "a{1,2}{2}", "ab|cd|ef"};
	static const char *bre[] = {"a*b", "\\(ab\\)*c", "a\\{2,3\\}", "*a", "^*a", "a\\+", "a\\?b", "a\\|b", "\\(.\\)\\1", "x$y", "a^b", "\\(a", "a\\)", "a{2}", "a+b", "^\\(.*\\)/\\([^/]*\\)$", "\\(^a\\)", "a\\{1"};
	static const char *texts[] = {"", "abc", "aaab", "xabcabbcx", "foobarbaz", "foobar 123", "a word here", "x^*a+b{2}", "aa", "key:value:x", "xxxx\nyab", "/usr/lib/x", "cdb"};
	for (unsigned t = 0; t < sizeof texts / sizeof *texts; t++) {
		for (unsigned i = 0; i < sizeof ere / sizeof *ere; i++)
			try(ere[i], texts[t], REG_EXTENDED, 0);
		for (unsigned i = 0; i < sizeof bre / sizeof *bre; i++)
			try(bre[i], texts[t], 0, 0);
	}
	try("ABC", "xabcx", REG_ICASE, 0);
	try("[A-C]+X", "abcx", REG_ICASE | REG_EXTENDED, 0);
	try("^y", "x\ny", REG_NEWLINE, 0);
	try("x$", "x\ny", REG_NEWLINE, 0);
	try("x.y", "x\ny", REG_NEWLINE, 0);
	try("x[^a]y", "x\ny", REG_NEWLINE, 0);
	try("x.y", "x\ny", 0, 0);
	try("^a", "a", 0, REG_NOTBOL);
	try("a$", "a", 0, REG_NOTEOL);
	try("(a+)+$", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", REG_EXTENDED, 0);
	try("(a*)*(a*)*(a*)*c", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", REG_EXTENDED, 0);
	return 0;
}
