/* The same again under the names that promise that no other thread is at it: which is so,
   as threads take turns where they wait, not in the midst of an operation on a stream. */
#include <rift/file.h>
#include <stdio.h>
#include <string.h>

int putc_unlocked(int c, FILE *f)
{
	return __libc_putc(c, f);
}

int fputc_unlocked(int c, FILE *f)
{
	return __libc_putc(c, f);
}

int putchar_unlocked(int c)
{
	return __libc_putc(c, stdout);
}

int getc_unlocked(FILE *f)
{
	return __libc_getc(f);
}

int fgetc_unlocked(FILE *f)
{
	return __libc_getc(f);
}

int getchar_unlocked(void)
{
	return __libc_getc(stdin);
}

int _IO_getc(FILE *f)
{
	return __libc_getc(f);
}

int _IO_putc(int c, FILE *f)
{
	return __libc_putc(c, f);
}

int __uflow(FILE *f)
{
	return __libc_getc(f);
}

int __overflow(FILE *f, int c)
{
	return __libc_putc(c, f);
}

int fputs_unlocked(const char *s, FILE *f)
{
	size_t n = strlen(s);
	return __libc_fwrite(s, n, f) == n ? 1 : -1;
}

size_t fread_unlocked(void *data, size_t size, size_t n, FILE *f)
{
	return size && n ? __libc_fread(data, size * n, f) / size : 0;
}

size_t fwrite_unlocked(const void *data, size_t size, size_t n, FILE *f)
{
	return size && n ? __libc_fwrite(data, size * n, f) / size : 0;
}

int feof_unlocked(FILE *f)
{
	return (f->flags & F_ATEOF) != 0;
}

int ferror_unlocked(FILE *f)
{
	return (f->flags & F_FAILED) != 0;
}

void clearerr_unlocked(FILE *f)
{
	f->flags &= ~(F_ATEOF | F_FAILED);
}

int fflush_unlocked(FILE *f)
{
	return fflush(f);
}

char *fgets_unlocked(char *s, int n, FILE *f)
{
	return fgets(s, n, f);
}

int fileno_unlocked(FILE *f)
{
	return fileno(f);
}

void flockfile(FILE *f)
{
}

int ftrylockfile(FILE *f)
{
	return 0;
}

void funlockfile(FILE *f)
{
}
