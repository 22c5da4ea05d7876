/* GNU's own interface to regular expressions. */
#define _GNU_SOURCE
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void try(const char *pattern, const char *text, reg_syntax_t syntax)
{
	struct re_pattern_buffer re;
	struct re_registers regs;
	memset(&re, 0, sizeof re);
	memset(&regs, 0, sizeof regs);
	re_set_syntax(syntax);
	const char *err = re_compile_pattern(pattern, strlen(pattern), &re);
	printf("%s '%s': ", pattern, text);
	if (err) {
		puts(err);
		return;
	}
	re.newline_anchor = 0;
	int n = strlen(text), match = re_match(&re, text, n, 0, &regs);
	printf("%d nsub %zu", match, re.re_nsub);
	for (size_t i = 0; match >= 0 && i <= re.re_nsub + 1; i++)
		printf(" (%d,%d)", regs.start[i], regs.end[i]);
	printf(", forward %d", re_search(&re, text, n, 0, n, 0));
	printf(", backward %d", re_search(&re, text, n, n, -n, 0));
	printf(", beyond %d\n", re_search(&re, text, n, n + 1, 1, 0));
	free(regs.start);
	free(regs.end);
	regfree(&re);
}

int main(void)
{
	static const char *patterns[] = {"abc", "a*", "\\(a*\\)b", "[0-9]*", ".*", "\\(.*\\)x\\(.*\\)", "a\\+b", "a\\|b", "\\(a\\)\\1",
	                                 "^a", "b$", "x", "\\([a-z]*\\)[0-9]", "", "[", "\\(", "\\)", "a\\{2\\}", "a\\{", "[[:digit:]]\\+", "+", "a+"};
	static const char *texts[] = {"", "abc", "aab", "123", "axbxc", "abc7", "aaa", "a\nb", "+a+"};
	for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
		for (size_t j = 0; j < sizeof texts / sizeof *texts; j++) {
			try(patterns[i], texts[j], RE_SYNTAX_POSIX_BASIC);
			try(patterns[i], texts[j], RE_SYNTAX_POSIX_EXTENDED);
			try(patterns[i], texts[j], RE_SYNTAX_EMACS);
		}
	return 0;
}
