/* String and memory functions. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int sign(int x)
{
	return (x > 0) - (x < 0);
}

static long at(const char *s, const char *p)
{
	return p ? p - s : -1;
}

int main(void)
{
	static const char *words[] = {"", "a", "b", "abc", "abd", "ABC", "abcabc", "hello world", "world", "lo", "\xff\xfe", "item9", "item10", "item09", "a.b", "zzz"};
	int n = sizeof words / sizeof *words;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			const char *a = words[i], *b = words[j];
			printf("%d %d %d %d %d %d ", sign(strcmp(a, b)), sign(strncmp(a, b, 2)), sign(strcasecmp(a, b)), sign(strncasecmp(a, b, 3)), sign(strcoll(a, b)), sign(strverscmp(a, b)));
			printf("%zu %zu %ld %ld %ld\n", strspn(a, b), strcspn(a, b), at(a, strpbrk(a, b)), at(a, strstr(a, b)), at(a, strcasestr(a, b)));
		}
	for (int i = 0; i < n; i++) {
		const char *s = words[i];
		size_t len = strlen(s);
		printf("%zu %zu %ld %ld %ld %ld %ld %ld %ld\n", len, strnlen(s, 3), at(s, strchr(s, 'b')), at(s, strrchr(s, 'b')), at(s, strchrnul(s, 'c')), at(s, strchr(s, 0)), at(s, memchr(s, 'l', len)),
		       at(s, memrchr(s, 'l', len)), at(s, memmem(s, len, "ab", 2)));
	}
	char buf[64], *end;
	memset(buf, '#', sizeof buf);
	strcpy(buf, "copy");
	end = stpcpy(buf + 10, "stp");
	printf("%s %s %ld\n", buf, buf + 10, (long)(end - buf));
	strncpy(buf, "longer than five", 5);
	printf("%.5s\n", buf);
	memset(buf, '#', sizeof buf);
	strncpy(buf, "ab", 5);
	printf("%d %d %d %c\n", buf[2], buf[4], buf[5] == '#', buf[5]);
	end = stpncpy(buf, "xyz", 8);
	printf("%ld %d\n", (long)(end - buf), buf[7]);
	strcpy(buf, "con");
	strcat(buf, "cat");
	strncat(buf, "enate!", 5);
	puts(buf);
	memmove(buf + 2, buf, 6);
	puts(buf);
	end = mempcpy(buf, "mp", 2);
	printf("%ld\n", (long)(end - buf));
	end = memccpy(buf, "find:me", ':', 20);
	printf("%ld %.5s\n", (long)(end - buf), buf);
	printf("%d %d %d\n", sign(memcmp("abc", "abd", 3)), memcmp("abc", "abd", 2), sign(memcmp("\xff", "\x01", 1)));
	char text[] = ",,one,two;;three,";
	for (char *t = strtok(text, ",;"); t; t = strtok(NULL, ",;"))
		printf("<%s>", t);
	char text2[] = "a,,b,", *rest = text2, *t;
	while ((t = strsep(&rest, ",")))
		printf("{%s}", t);
	char text3[] = "x y z", *save;
	for (t = strtok_r(text3, " ", &save); t; t = strtok_r(NULL, " ", &save))
		printf("(%s)", t);
	puts("");
	char *d = strdup("dup"), *nd = strndup("ndup", 2);
	printf("%s %s %s %s\n", d, nd, basename("/usr/lib/x.so"), basename("plain"));
	free(d);
	free(nd);
	for (int e = -1; e < 136; e++)
		printf("%d %s\n", e, strerror(e));
	for (int s = 0; s < 66; s++)
		printf("%d %s\n", s, strsignal(s));
	for (int c = -1; c < 256; c++)
		printf("%d: %d %d %d %d %d %d %d %d %d %d %d %d %d %d\n", c, !!isalnum(c), !!isalpha(c), !!isblank(c), !!iscntrl(c), !!isdigit(c), !!isgraph(c), !!islower(c), !!isprint(c), !!ispunct(c),
		       !!isspace(c), !!isupper(c), !!isxdigit(c), tolower(c), toupper(c));
	printf("%d %d %d %d\n", isalpha('a'), isdigit('5'), isspace(' '), isupper('Q'));
	printf("%d %d %d %d %d\n", ffs(0), ffs(8), ffsl(1L << 40), ffsll(-1), bcmp("a", "b", 1) != 0);
	bzero(buf, 3);
	bcopy("bc", buf, 2);
	printf("%s %s %s\n", buf, index("index", 'd'), rindex("rindex", 'd') ? "yes" : "no");
	swab("badc", buf, 4);
	printf("%.4s\n", buf);
	return 0;
}
