/* A piece of a stream up to one of two delimiters, kept in a buffer that
   grows. The result is the number of bytes stored at the offset, with the
   delimiter but without the null byte behind them; -1 at the end of the file. */
#include <config.h>
#include "getndelim2.h"
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

ssize_t getndelim2(char **line, size_t *size, size_t offset, size_t max, int delim1, int delim2, FILE *f)
{
	char *p = *line;
	size_t room = *size, used = offset;
	if (!p) {
		room = max < 64 ? max : 64;
		p = malloc(room);
		if (!p)
			return -1;
	}
	if (room < offset)
		goto fail;
	for (;;) {
		int c = getc(f);
		if (c == EOF) {
			if (used == offset || ferror(f))
				goto fail;
			break;
		}
		if (used + 1 >= room && room < max) {
			size_t more = room < 64 ? 2 * room + 64 : 2 * room;
			if (more > max || more < room)
				more = max;
			char *q = realloc(p, more);
			if (!q)
				goto fail;
			p = q;
			room = more;
		}
		if (used + 1 < room)
			p[used++] = c;
		if (c == delim1 || c == delim2)
			break;
	}
	p[used] = '\0';
	*line = p;
	*size = room;
	return used - offset;
fail:
	*line = p;
	*size = room;
	return -1;
}
