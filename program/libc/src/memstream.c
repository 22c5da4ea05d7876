/* Streams over memory. */
#include <rift/file.h>
#include <rift/intrinsics.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>

struct mem {
	char *data;
	size_t size; /* bytes that count as content */
	size_t room;
	size_t pos;
	int own;     /* data was allocated here */
	char **out;  /* open_memstream: the caller's variables */
	size_t *out_size;
};

static long mem_read(FILE *f, void *buf, unsigned long n)
{
	struct mem *m = f->cookie;
	if (m->pos >= m->size)
		return 0;
	if (n > m->size - m->pos)
		n = m->size - m->pos;
	memcpy(buf, m->data + m->pos, n);
	m->pos += n;
	return (long)n;
}

static long fixed_write(FILE *f, const void *buf, unsigned long n)
{
	struct mem *m = f->cookie;
	if (f->flags & F_APPEND)
		m->pos = m->size;
	if (n > m->room - m->pos) {
		n = m->room - m->pos;
		if (!n) {
			errno = ENOSPC;
			return -1;
		}
	}
	memcpy(m->data + m->pos, buf, n);
	m->pos += n;
	if (m->pos > m->size) {
		m->size = m->pos;
		if (m->size < m->room)
			m->data[m->size] = 0;
	}
	return (long)n;
}

static long growing_write(FILE *f, const void *buf, unsigned long n)
{
	struct mem *m = f->cookie;
	size_t end = m->pos + n;
	if (end + 1 > m->room) {
		size_t room = 2 * m->room > end + 1 ? 2 * m->room : end + 1;
		char *data = realloc(m->data, room);
		if (!data)
			return -1;
		m->data = data;
		m->room = room;
	}
	if (m->pos > m->size)
		memset(m->data + m->size, 0, m->pos - m->size);
	memcpy(m->data + m->pos, buf, n);
	m->pos = end;
	if (end > m->size)
		m->size = end;
	m->data[m->size] = 0;
	*m->out = m->data;
	*m->out_size = m->pos;
	return (long)n;
}

static long mem_seek(FILE *f, long off, int whence)
{
	struct mem *m = f->cookie;
	long base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? (long)m->pos : (long)m->size;
	if (off < -base || !m->out && base + off > (long)m->room) {
		errno = EINVAL;
		return -1;
	}
	return (long)(m->pos = base + off);
}

static int mem_close(FILE *f)
{
	struct mem *m = f->cookie;
	if (m->own)
		free(m->data);
	__rift_free(m);
	return 0;
}

static const struct __libc_ops fixed_ops = {mem_read, fixed_write, mem_seek, mem_close};
static const struct __libc_ops growing_ops = {mem_read, growing_write, mem_seek, mem_close};

FILE *fmemopen(void *buf, size_t size, const char *mode)
{
	unsigned int ours;
	if (__libc_fmode(mode, &ours) < 0)
		return 0;
	char *data = buf ? buf : malloc(size);
	if (!data)
		return 0;
	if (!buf && size)
		data[0] = 0;
	FILE *f = __libc_fnew(&fixed_ops, ours);
	struct mem *m = f->cookie = __rift_alloc(sizeof *m);
	*m = (struct mem){.data = data, .room = size, .own = !buf};
	if (*mode == 'r')
		m->size = size;
	else if (*mode == 'a')
		m->pos = m->size = strnlen(data, size);
	else if (size)
		data[0] = 0;
	return f;
}

FILE *open_memstream(char **out, size_t *size)
{
	char *data = malloc(128);
	if (!data)
		return 0;
	data[0] = 0;
	FILE *f = __libc_fnew(&growing_ops, F_WRITE);
	struct mem *m = f->cookie = __rift_alloc(sizeof *m);
	*m = (struct mem){.data = data, .room = 128, .out = out, .out_size = size};
	*out = data;
	*size = 0;
	return f;
}
