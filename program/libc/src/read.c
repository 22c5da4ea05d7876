/* Reading lines, blocks and words. */
#include <rift/file.h>
#include <stdio.h>
#include <stdlib.h>
#include <errno.h>

size_t fread(void *data, size_t size, size_t n, FILE *f)
{
	size_t total = size * n;
	if (!total)
		return 0;
	size_t done = __libc_fread(data, total, f);
	return done == total ? n : done / size;
}

char *fgets(char *s, int n, FILE *f)
{
	int i = 0, c = 0;
	if (n <= 0)
		return 0;
	unsigned int failed = f->flags & F_FAILED;
	f->flags &= ~F_FAILED;
	while (i < n - 1 && c != '\n' && (c = __libc_getc(f)) != EOF)
		s[i++] = (char)c;
	int lost = n > 1 && (i == 0 || f->flags & F_FAILED && errno != EAGAIN);
	f->flags |= failed;
	if (lost)
		return 0;
	s[i] = 0;
	return s;
}

char *gets(char *s)
{
	int i = 0, c;
	while ((c = __libc_getc(stdin)) != EOF && c != '\n')
		s[i++] = (char)c;
	if (c == EOF && (i == 0 || stdin->flags & F_FAILED))
		return 0;
	s[i] = 0;
	return s;
}

char *gets_s(char *s, size_t n)
{
	size_t i = 0;
	int c = 0;
	while (n && i < n - 1 && (c = __libc_getc(stdin)) != EOF && c != '\n')
		s[i++] = (char)c;
	if (!n || c == EOF && i == 0)
		return 0;
	s[i] = 0;
	return s;
}

ssize_t getdelim(char **line, size_t *size, int delim, FILE *f)
{
	size_t n = 0;
	int c = EOF;
	if (!line || !size) {
		errno = EINVAL;
		return -1;
	}
	if (!*line || !*size) {
		char *fresh = realloc(*line, 120);
		if (!fresh)
			return -1;
		*line = fresh;
		*size = 120;
	}
	while ((c = __libc_getc(f)) != EOF) {
		if (n + 2 > *size) {
			char *grown = realloc(*line, 2 * *size);
			if (!grown)
				return -1;
			*line = grown;
			*size *= 2;
		}
		(*line)[n++] = (char)c;
		if (c == delim)
			break;
	}
	if (n == 0)
		return -1;
	(*line)[n] = 0;
	return (ssize_t)n;
}

ssize_t __getdelim(char **line, size_t *size, int delim, FILE *f)
{
	return getdelim(line, size, delim, f);
}

ssize_t getline(char **line, size_t *size, FILE *f)
{
	return getdelim(line, size, '\n', f);
}

int getw(FILE *f)
{
	int w;
	return __libc_fread(&w, sizeof w, f) == sizeof w ? w : EOF;
}

int putw(int w, FILE *f)
{
	return __libc_fwrite(&w, sizeof w, f) == sizeof w ? 0 : EOF;
}
