/* How wide texts are, and how modes and times look, in the C locale. */
#include <config.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "filemode.h"
#include "fprintftime.h"
#include "mbsalign.h"
#include "mbswidth.h"
#include "mpsort.h"
#include "strftime.h"
#include "xalloc.h"

int mbsnwidth(char const *s, size_t n, int flags)
{
	int width = 0;
	for (size_t i = 0; i < n; i++) {
		unsigned char c = s[i];
		if (32 <= c && c < 127)
			width++;
		else if (flags & MBSW_REJECT_UNPRINTABLE)
			return -1;
	}
	return width;
}

int mbswidth(char const *s, int flags)
{
	return mbsnwidth(s, strlen(s), flags);
}

size_t mbsalign(char const *src, char *dest, size_t size, size_t *width, mbs_align_t align, int flags)
{
	size_t n = strlen(src), used = n < *width ? n : *width, spaces = *width - used;
	size_t before = align == MBS_ALIGN_LEFT ? 0 : align == MBS_ALIGN_RIGHT ? spaces : spaces / 2 + spaces % 2, after = spaces - before;
	if (flags & MBA_NO_LEFT_PAD)
		before = 0;
	if (flags & MBA_NO_RIGHT_PAD)
		after = 0;
	*width = used;
	size_t total = before + used + after;
	if (size) {
		size_t at = 0, last = size - 1;
		for (size_t i = 0; i < before && at < last; i++)
			dest[at++] = ' ';
		for (size_t i = 0; i < used && at < last; i++)
			dest[at++] = src[i];
		for (size_t i = 0; i < after && at < last; i++)
			dest[at++] = ' ';
		dest[at] = '\0';
	}
	return total;
}

static char file_type(mode_t mode)
{
	return S_ISREG(mode) ? '-' : S_ISDIR(mode) ? 'd' : S_ISLNK(mode) ? 'l' : S_ISCHR(mode) ? 'c' : S_ISBLK(mode) ? 'b' : S_ISFIFO(mode) ? 'p' :
	       S_ISSOCK(mode) ? 's' : '?';
}

/* Ten characters, a space and a null byte, as ls shows modes. */
void strmode(mode_t mode, char *s)
{
	static struct {
		mode_t special, execute;
		char both, alone;
	} const classes[] = {{S_ISUID, S_IXUSR, 's', 'S'}, {S_ISGID, S_IXGRP, 's', 'S'}, {S_ISVTX, S_IXOTH, 't', 'T'}};
	*s++ = file_type(mode);
	for (int i = 0; i < 3; i++) {
		mode_t bits = mode >> (6 - 3 * i);
		*s++ = bits & 4 ? 'r' : '-';
		*s++ = bits & 2 ? 'w' : '-';
		if (mode & classes[i].special)
			*s++ = mode & classes[i].execute ? classes[i].both : classes[i].alone;
		else
			*s++ = bits & 1 ? 'x' : '-';
	}
	*s++ = ' ';
	*s = '\0';
}

void filemodestring(struct stat const *st, char *s)
{
	strmode(st->st_mode, s);
}

/* strftime with %N, nanoseconds, and a result that tells an empty text from one
   that does not fit by nothing but its length. */
size_t nstrftime(char *buf, size_t size, char const *format, struct tm const *t, int utc, int ns)
{
	char plain[1024], *p = plain;
	for (char const *f = format; *f && p < plain + sizeof plain - 12; f++) {
		if (f[0] == '%' && f[1] == 'N') {
			p += sprintf(p, "%09d", ns);
			f++;
		} else {
			if (f[0] == '%' && f[1])
				*p++ = *f++;
			*p++ = *f;
		}
	}
	*p = '\0';
	char text[2048];
	size_t n = strftime(text, sizeof text, plain, t);
	if (!buf)
		return n;
	if (n >= size)
		return 0;
	memcpy(buf, text, n);
	buf[n] = '\0';
	return n;
}

size_t fprintftime(FILE *f, char const *format, struct tm const *t, int utc, int ns)
{
	char text[2048];
	size_t n = nstrftime(text, sizeof text, format, t, utc, ns);
	fwrite(text, 1, n, f);
	return n;
}

/* Merge sort of pointers, which keeps the order of equals. */
static void sort(void const **v, size_t n, void const **spare, int (*cmp)(void const *, void const *))
{
	if (n < 2)
		return;
	size_t half = n / 2, i = 0, j = half, k = 0;
	sort(v, half, spare, cmp);
	sort(v + half, n - half, spare, cmp);
	while (i < half && j < n)
		spare[k++] = cmp(v[i], v[j]) <= 0 ? v[i++] : v[j++];
	while (i < half)
		spare[k++] = v[i++];
	memcpy(v, spare, k * sizeof *v);
}

void mpsort(void const **v, size_t n, int (*cmp)(void const *, void const *))
{
	if (n < 2)
		return;
	void const **spare = malloc(n * sizeof *spare);
	if (!spare)
		xalloc_die();
	sort(v, n, spare, cmp);
	free(spare);
}
