/* Characters and strings out, characters in. */
#include <rift/file.h>
#include <stdio.h>
#include <string.h>

int putc(int c, FILE *f)
{
	return __libc_putc(c, f);
}

int fputc(int c, FILE *f)
{
	return __libc_putc(c, f);
}

int putchar(int c)
{
	return __libc_putc(c, stdout);
}

int puts(const char *s)
{
	size_t n = strlen(s);
	if (__libc_fwrite(s, n, stdout) != n || __libc_putc('\n', stdout) < 0)
		return -1;
	return n < 0x7fffffff ? (int)n + 1 : 0x7fffffff;
}

int fputs(const char *s, FILE *f)
{
	size_t n = strlen(s);
	return __libc_fwrite(s, n, f) == n ? 1 : -1;
}

size_t fwrite(const void *data, size_t size, size_t n, FILE *f)
{
	size_t total = size * n;
	if (!total)
		return 0;
	size_t done = __libc_fwrite(data, total, f);
	return done == total ? n : done / size;
}

int getc(FILE *f)
{
	return __libc_getc(f);
}

int fgetc(FILE *f)
{
	return __libc_getc(f);
}

int getchar(void)
{
	return __libc_getc(stdin);
}

int ungetc(int c, FILE *f)
{
	return __libc_ungetc(c, f);
}

int feof(FILE *f)
{
	return (f->flags & F_ATEOF) != 0;
}

int ferror(FILE *f)
{
	return (f->flags & F_FAILED) != 0;
}

void clearerr(FILE *f)
{
	f->flags &= ~(F_ATEOF | F_FAILED);
}

int fflush(FILE *f)
{
	if (!f) {
		int result = 0;
		for (f = __libc_streams; f; f = f->next)
			if (f->flags & F_WRITING && __libc_flush(f) < 0)
				result = -1;
		return result;
	}
	if (f->flags & F_WRITING)
		return __libc_flush(f);
	if (f->rp < f->rend && f->ops->seek(f, f->rp - f->rend, SEEK_CUR) >= 0)
		f->rp = f->rend;
	return 0;
}
