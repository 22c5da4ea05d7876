/* Choosing the kind of buffering. The caller's buffer is not used, only its
   size: nothing in C lets a program tell. */
#include <rift/file.h>
#include <rift/intrinsics.h>
#include <stdio.h>
#include <stdio_ext.h>

int setvbuf(FILE *f, char *buf, int mode, size_t size)
{
	if (mode != _IOFBF && mode != _IOLBF && mode != _IONBF)
		return -1;
	if (f->flags & F_WRITING) {
		__libc_flush(f);
		f->flags &= ~F_WRITING;
	}
	f->start = f->wp = f->wend = 0;
	if (f->rp < f->rend)
		return 0;
	f->flags &= ~(F_LINE | F_NOBUF);
	f->flags |= mode == _IOLBF ? F_LINE : mode == _IONBF ? F_NOBUF : 0;
	__rift_free(f->buf);
	f->buf = f->rp = f->rend = 0;
	f->cap = mode != _IONBF && buf && size ? size : 0;
	return 0;
}

void setbuf(FILE *f, char *buf)
{
	setvbuf(f, buf, buf ? _IOFBF : _IONBF, BUFSIZ);
}

void setbuffer(FILE *f, char *buf, size_t size)
{
	setvbuf(f, buf, buf ? _IOFBF : _IONBF, size);
}

void setlinebuf(FILE *f)
{
	setvbuf(f, 0, _IOLBF, 0);
}

size_t __fbufsize(FILE *f)
{
	return f->cap;
}

size_t __fpending(FILE *f)
{
	return f->flags & F_WRITING ? f->wp - f->start : 0;
}

int __freading(FILE *f)
{
	return !(f->flags & F_WRITE) || f->rp != 0;
}

int __fwriting(FILE *f)
{
	return !(f->flags & F_READ) || f->flags & F_WRITING;
}

int __freadable(FILE *f)
{
	return (f->flags & F_READ) != 0;
}

int __fwritable(FILE *f)
{
	return (f->flags & F_WRITE) != 0;
}

int __flbf(FILE *f)
{
	return (f->flags & F_LINE) != 0;
}

void __fpurge(FILE *f)
{
	f->rp = f->rend = 0;
	f->wp = f->start;
}

int __fsetlocking(FILE *f, int type)
{
	return FSETLOCKING_BYCALLER;
}

void _flushlbf(void)
{
	fflush(0);
}
