/* Strings, characters, pointers, %n, %m, positions, truncation, errors. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int main(void)
{
	static const char *widths[] = {"", "3", "-3", "10", "-10", "010", "+8", "#8", " 8"};
	static const char *precs[] = {"", ".", ".0", ".2", ".6", ".20"};
	static const char *strings[] = {"", "a", "abc", "hello, world", NULL};
	char fmt[32], buf[64];
	for (int w = 0; w < 9; w++)
		for (int p = 0; p < 6; p++) {
			snprintf(fmt, sizeof fmt, "%%%s%ss", widths[w], precs[p]);
			printf("%s", fmt);
			for (int s = 0; s < 5; s++) {
				printf(" [");
				printf(fmt, strings[s]);
				printf("]");
			}
			snprintf(fmt, sizeof fmt, "%%%s%sls", widths[w], precs[p]);
			printf(" {");
			printf(fmt, L"wide text");
			printf("}\n");
		}
	printf("[%c][%5c][%-5c][%05c][%c]\n", 'a', 'b', 'c', 'd', 256 + 'e');
	printf("[%lc][%5lc][%C]\n", (wint_t)L'x', (wint_t)L'y', (wint_t)L'z');
	printf("[%p][%20p][%-20p][%020p]\n", (void *)0, (void *)0, (void *)0, (void *)0);
	printf("[%p][%20p][%-20p][%020p]\n", (void *)0x1234, (void *)0x1234, (void *)0x1234, (void *)0x1234);
	printf("[%+p][% p][%.8p][%.0p]\n", (void *)0x12, (void *)0x12, (void *)0x12, (void *)0);
	int n1;
	long n2;
	short n3;
	signed char n4;
	printf("abc%n%ddef%ln%hn%hhn\n", &n1, 42, &n2, &n3, &n4);
	printf("%d %ld %d %d\n", n1, n2, n3, n4);
	errno = ENOENT;
	printf("[%m][%30m][%-30m][%.5m]\n");
	printf("100%% [%5%] [%-5%]\n");
	printf("%2$d %1$d %3$s %1$d\n", 1, 2, "three");
	printf("%2$*1$d|%2$-*1$d|%3$.*4$f\n", 8, 42, 3.14159, 2);
	printf("%1$s %2$lld %3$f %4$c %5$Lf\n", "s", 1LL << 40, 2.5, 'c', 1.25L);
	printf("%3$s %1$s\n", "a", 2, "c");
	printf("[%y][%5y][%-+#5.3k]\n");
	printf("%d %i\n", snprintf(buf, 5, "%s", "truncated"), snprintf(NULL, 0, "%d", 12345));
	printf("%s\n", buf);
	printf("%d [%s]\n", snprintf(buf, 1, "xyz"), buf);
	char *dyn;
	int n = asprintf(&dyn, "%0*d-%s", 20, 7, "dynamic");
	printf("%d %s\n", n, dyn);
	free(dyn);
	printf("%d\n", printf("%s%s\n", "four", "teen"));
	errno = 0;
	n = printf("%");
	printf(" %d %d\n", n, errno);
	errno = 0;
	n = snprintf(buf, sizeof buf, "%ls", (wchar_t[]){0x100, 0});
	printf("%d %d\n", n, errno == EILSEQ);
	errno = 0;
	n = snprintf(buf, sizeof buf, "%2147483648d", 1);
	printf("%d %d\n", n, errno == EOVERFLOW);
	errno = 0;
	n = snprintf(buf, 10, "%2147483647d%d", 1, 22);
	printf("%d %d\n", n, errno == EOVERFLOW);
	printf("%.0s%s%.*s\n", "gone", "kept", 3, "abcdef");
	printf("%hhd %hhu %hd %hu\n", 300, 300, 70000, 70000);
	printf("%-5d|%-5s|%5.1f|%-8.3e|\n", 12, "ab", 3.14159, 31415.9);
	fprintf(stderr, "to stderr %d\n", 1);
	puts("end");
	return 0;
}
