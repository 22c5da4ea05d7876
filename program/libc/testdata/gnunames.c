/* What GNU's library has beside the standard: names of the program, null
   addresses in scanf, backslashes in lists of regular expressions. */
#define _GNU_SOURCE
#include <errno.h>
#include <regex.h>
#include <stdio.h>
#include <string.h>

static void list(unsigned long syntax, const char *pattern, const char *text)
{
	struct re_pattern_buffer re;
	memset(&re, 0, sizeof re);
	re_set_syntax(syntax);
	const char *msg = re_compile_pattern(pattern, strlen(pattern), &re);
	if (msg)
		puts(msg);
	else
		printf("%s %s: %d\n", pattern, text, (int)re_match(&re, text, strlen(text), 0, 0));
	regfree(&re);
}

int main(void)
{
	const char *slash = strrchr(program_invocation_name, '/');
	puts(strcmp(slash ? slash + 1 : program_invocation_name, program_invocation_short_name) ? "differ" : "same");
	puts(*program_invocation_short_name ? "named" : "nameless");

	char text[40];
	void *p = &p;
	int n = -1;
	sprintf(text, "%p", (void *)0);
	printf("%s %d %d\n", text, sscanf(text, "%p%n", &p, &n), p == 0);
	printf("%d\n", n);
	p = &p;
	printf("%d %d\n", sscanf("(nix)", "%p", &p), p == &p);
	printf("%d\n", sscanf("(nil) 7", "%*p %d", &n) + n);

	list(RE_BACKSLASH_ESCAPE_IN_LISTS, "[\\^-\\~]", "a");
	list(RE_BACKSLASH_ESCAPE_IN_LISTS, "[\\^-\\~]", "A");
	list(RE_BACKSLASH_ESCAPE_IN_LISTS, "[\\]x]", "]");
	list(0, "[\\]x]", "\\x]");
	list(RE_SYNTAX_GREP, "a\\|b", "b");
	list(RE_SYNTAX_POSIX_AWK, "[\\]]+", "]]");
	list(RE_HAT_LISTS_NOT_NEWLINE, "[^a]", "\n");
	list(0, "[^a]", "\n");
	return 0;
}
