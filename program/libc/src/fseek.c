/* Positions in streams. */
#include <rift/file.h>
#include <stdio.h>
#include <errno.h>

long __libc_ftell(FILE *f)
{
	long pos = f->ops->seek(f, 0, f->flags & F_WRITING && f->flags & F_APPEND && f->wp > f->start ? SEEK_END : SEEK_CUR);
	if (pos < 0)
		return -1;
	if (f->flags & F_WRITING)
		return pos + (f->wp - f->start);
	return pos - (f->rend - f->rp);
}

long __libc_fseek(FILE *f, long off, int whence)
{
	if (whence != SEEK_SET && whence != SEEK_CUR && whence != SEEK_END) {
		errno = EINVAL;
		return -1;
	}
	if (f->flags & F_WRITING) {
		if (__libc_flush(f) < 0)
			return -1;
		f->flags &= ~F_WRITING;
		f->start = f->wp = f->wend = 0;
	} else if (whence == SEEK_CUR)
		off -= f->rend - f->rp;
	long pos = f->ops->seek(f, off, whence);
	if (pos < 0)
		return -1;
	f->rp = f->rend = 0;
	f->flags &= ~F_ATEOF;
	return pos;
}

int fseek(FILE *f, long off, int whence)
{
	return __libc_fseek(f, off, whence) < 0 ? -1 : 0;
}

int fseeko(FILE *f, off_t off, int whence)
{
	return __libc_fseek(f, off, whence) < 0 ? -1 : 0;
}

int fseeko64(FILE *f, off_t off, int whence)
{
	return __libc_fseek(f, off, whence) < 0 ? -1 : 0;
}

long ftell(FILE *f)
{
	return __libc_ftell(f);
}

off_t ftello(FILE *f)
{
	return __libc_ftell(f);
}

off_t ftello64(FILE *f)
{
	return __libc_ftell(f);
}

void rewind(FILE *f)
{
	__libc_fseek(f, 0, SEEK_SET);
	f->flags &= ~F_FAILED;
}

int fgetpos(FILE *f, fpos_t *pos)
{
	pos->__pos = __libc_ftell(f);
	return pos->__pos < 0 ? -1 : 0;
}

int fsetpos(FILE *f, const fpos_t *pos)
{
	return __libc_fseek(f, pos->__pos, SEEK_SET) < 0 ? -1 : 0;
}
