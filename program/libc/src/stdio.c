/* The three standard streams, the buffer mechanics of all streams, and the
   plainest functions over them. Output leaves the buffer in the same pieces as
   with glibc writing to a pipe, so that what a killed program has written
   agrees too. */
#include <errno.h>
#include <rift/file.h>
#include <rift/intrinsics.h>
#include <stdio.h>
#include <string.h>

static long std_read(FILE *f, void *buf, unsigned long n)
{
	if (__libc_read_hook)
		return __libc_read_hook(f->fd, buf, n);
	return __rift_read(buf, n);
}

static long std_write(FILE *f, const void *buf, unsigned long n)
{
	if (__libc_write_hook)
		return __libc_write_hook(f->fd, buf, n);
	__rift_write(f->fd, buf, n);
	return (long)n;
}

static long std_seek(FILE *f, long off, int whence)
{
	if (__libc_seek_hook)
		return __libc_seek_hook(f->fd, off, whence);
	errno = ESPIPE;
	return -1;
}

static int std_close(FILE *f)
{
	return __libc_close_hook ? __libc_close_hook(f->fd) : 0;
}

static const struct __libc_ops std_ops = {std_read, std_write, std_seek, std_close};

FILE __libc_stderr = {.flags = F_WRITE | F_NOBUF, .fd = 2, .ops = &std_ops};
FILE __libc_stdout = {.flags = F_WRITE, .fd = 1, .ops = &std_ops, .next = &__libc_stderr};
FILE __libc_stdin = {.flags = F_READ, .fd = 0, .ops = &std_ops, .next = &__libc_stdout};
FILE *stdin = &__libc_stdin, *stdout = &__libc_stdout, *stderr = &__libc_stderr;
FILE *__libc_streams = &__libc_stdin;

static void flush_all(void)
{
	for (FILE *f = __libc_streams; f; f = f->next)
		if (f->flags & F_WRITING)
			__libc_flush(f);
}

static int fail(FILE *f, int err)
{
	f->flags |= F_FAILED;
	if (err)
		errno = err;
	return -1;
}

static void get_buffer(FILE *f)
{
	if (f->buf)
		return;
	if (!f->cap)
		f->cap = f->flags & F_NOBUF ? 1 : 4096;
	if (!f->wide)
		f->wide = -1;
	f->buf = __rift_alloc(F_PUSHBACK + f->cap);
	__libc_stdio_hook = flush_all;
}

/* Reads some bytes into the empty buffer: 0, or -1 at the end or on failure. */
int __libc_fill(FILE *f)
{
	if (!(f->flags & F_READ))
		return fail(f, EBADF);
	if (f->flags & F_ATEOF)
		return -1;
	if (f->flags & F_WRITING && __libc_flush(f) < 0)
		return -1;
	f->flags &= ~F_WRITING;
	f->start = f->wp = f->wend = 0;
	get_buffer(f);
	f->rp = f->rend = f->buf + F_PUSHBACK;
	long n = f->ops->read(f, f->rp, f->cap);
	if (n < 0)
		return fail(f, 0);
	if (n == 0) {
		f->flags |= F_ATEOF;
		return -1;
	}
	f->rend += n;
	return 0;
}

/* The next character when the buffer may be empty. */
int __libc_get_slow(FILE *f)
{
	if (f->rp == f->rend && __libc_fill(f) < 0)
		return -1;
	return *f->rp++;
}

static int write_out(FILE *f, const void *data, unsigned long n)
{
	const unsigned char *p = data;
	while (n) {
		long done = f->ops->write(f, p, n);
		if (done < 0)
			return fail(f, 0);
		p += done;
		n -= done;
	}
	return 0;
}

/* Writes out what is buffered. */
int __libc_flush(FILE *f)
{
	if (!(f->flags & F_WRITING))
		return 0;
	unsigned long n = f->wp - f->start;
	f->wp = f->start;
	return n ? write_out(f, f->start, n) : 0;
}

static int start_writing(FILE *f)
{
	if (f->flags & F_WRITING)
		return 0;
	if (!(f->flags & F_WRITE))
		return fail(f, EBADF);
	if (f->rp < f->rend)
		f->ops->seek(f, f->rp - f->rend, SEEK_CUR);
	f->rp = f->rend = 0;
	f->flags |= F_WRITING;
	get_buffer(f);
	f->start = f->wp = f->buf + F_PUSHBACK;
	f->wend = f->flags & (F_LINE | F_NOBUF) ? f->wp : f->wp + f->cap;
	return 0;
}

/* Stores one character when there is no room for simply doing so. */
int __libc_put_slow(FILE *f, int c)
{
	unsigned char byte = (unsigned char)c;
	if (f->flags & F_WRITING && f->wp < f->wend) {
		*f->wp++ = byte;
		return byte;
	}
	return __libc_fwrite(&byte, 1, f) == 1 ? byte : -1;
}

/* Line buffered: the piece up to the last newline goes out at once. */
static unsigned long write_lines(FILE *f, const unsigned char *p, unsigned long n)
{
	unsigned long upto = n;
	while (upto && p[upto - 1] != '\n')
		upto--;
	unsigned char *end = f->buf + F_PUSHBACK + f->cap;
	for (unsigned long i = 0; i < n; i++) {
		if (f->wp == end && __libc_flush(f) < 0)
			return i;
		*f->wp++ = p[i];
		if (i + 1 == upto && __libc_flush(f) < 0)
			return i;
	}
	f->wend = f->wp;
	return n;
}

/* What follows is for symbolic execution, which replaces these four functions.
   Text whose length depends on an input - a number, a string - need not be
   settled when it is printed: it takes as many bytes of a buffer as it can have
   at most, and is formatted when the buffer has been written and the input is
   known. Nobody reads the buffer before, but for its size. */

/* Whether a number depends on an input. */
int __libc_varies(unsigned long v)
{
	return 0;
}

/* The greatest length of a string whose length depends on an input. */
unsigned long __libc_varying(const char *s)
{
	return 0;
}

/* Put off a number or a string; the number of bytes that were taken, or 0. */
unsigned long __libc_defer_number(unsigned char *to, unsigned long v, int conv, int width, int flags)
{
	return 0;
}

unsigned long __libc_defer_text(unsigned char *to, const char *s)
{
	return 0;
}

/* Settles what was put off between these places; the end of it all. */
unsigned char *__libc_settle(unsigned char *start, unsigned char *end)
{
	return end;
}

/* Where at most n bytes may be put off; null if nowhere. */
static unsigned char *place(FILE *f, unsigned long n)
{
	static unsigned char unbuffered[64];
	if (f->ops != &std_ops || f->fd != 1 && f->fd != 2 || __libc_output_hook && !__libc_output_hook(f->fd))
		return 0;
	if (start_writing(f) < 0 || f->flags & F_LINE)
		return 0;
	if (f->flags & F_NOBUF)
		return n <= sizeof unbuffered ? unbuffered : 0;
	return n <= (unsigned long)(f->wend - f->wp) ? f->wp : 0;
}

static int placed(FILE *f, unsigned char *to, unsigned long n)
{
	if (n && f->flags & F_NOBUF)
		write_out(f, to, n);
	else
		f->wp += n;
	return n != 0;
}

/* Prints a number as printf does with flags 1 = '-', 2 = '0'; or returns 0. */
int __libc_put_number(FILE *f, unsigned long v, int conv, int width, int flags)
{
	unsigned char *to;
	if (!__libc_varies(v) || width > 40 || !(to = place(f, 64)))
		return 0;
	return placed(f, to, __libc_defer_number(to, v, conv, width, flags));
}

/* Prints a string; or returns 0. */
int __libc_put_text(FILE *f, const char *s)
{
	unsigned char *to;
	unsigned long n = __libc_varying(s);
	if (!n || !(to = place(f, n)))
		return 0;
	return placed(f, to, __libc_defer_text(to, s));
}

unsigned long __libc_fwrite(const void *data, unsigned long n, FILE *f)
{
	const unsigned char *p = data;
	if (!n || start_writing(f) < 0)
		return 0;
	if (f->flags & F_NOBUF)
		return write_out(f, p, n) < 0 ? 0 : n;
	if (f->flags & F_LINE)
		return write_lines(f, p, n);
	unsigned long room = f->wend - f->wp;
	if (n > room) {
		f->wp = __libc_settle(f->start, f->wp);
		room = f->wend - f->wp;
	}
	unsigned long take = n < room ? n : room;
	__rift_copy(f->wp, p, take);
	f->wp += take;
	if (take == n)
		return n;
	if (__libc_flush(f) < 0)
		return take;
	unsigned long whole = (n - take) / f->cap * f->cap;
	if (whole && write_out(f, p + take, whole) < 0)
		return take;
	take += whole;
	__rift_copy(f->wp, p + take, n - take);
	f->wp += n - take;
	return n;
}

unsigned long __libc_fread(void *data, unsigned long n, FILE *f)
{
	unsigned char *p = data;
	unsigned long done = 0;
	while (done < n) {
		if (f->rp == f->rend && __libc_fill(f) < 0)
			break;
		unsigned long have = f->rend - f->rp, take = n - done < have ? n - done : have;
		__rift_copy(p + done, f->rp, take);
		f->rp += take;
		done += take;
	}
	return done;
}

int __libc_ungetc(int c, FILE *f)
{
	if (c == -1 || !(f->flags & F_READ))
		return -1;
	if (f->flags & F_WRITING) {
		__libc_flush(f);
		f->flags &= ~F_WRITING;
		f->start = f->wp = f->wend = 0;
	}
	get_buffer(f);
	if (!f->rp)
		f->rp = f->rend = f->buf + F_PUSHBACK;
	if (f->rp == f->buf)
		return -1;
	*--f->rp = (unsigned char)c;
	f->flags &= ~F_ATEOF;
	return (unsigned char)c;
}

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
	if (!__libc_put_text(stdout, s) && __libc_fwrite(s, n, stdout) != n || __libc_putc('\n', stdout) < 0)
		return -1;
	return n < 0x7fffffff ? (int)n + 1 : 0x7fffffff;
}

int fputs(const char *s, FILE *f)
{
	if (__libc_put_text(f, s))
		return 1;
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
