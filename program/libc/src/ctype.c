/* Classification in the C locale. The results are the masks that glibc's table
   yields; comparisons without branches, instead of a table, keep symbolic execution
   cheap. */
#include <ctype.h>

#define IN(c, lo, hi) ((unsigned)(c) - (lo) <= (unsigned)((hi) - (lo)))

int isupper(int c)
{
	return IN(c, 'A', 'Z') << 8;
}

int islower(int c)
{
	return IN(c, 'a', 'z') << 9;
}

int isalpha(int c)
{
	return IN(c | 32, 'a', 'z') << 10;
}

int isdigit(int c)
{
	return IN(c, '0', '9') << 11;
}

int isxdigit(int c)
{
	return (IN(c, '0', '9') | IN(c | 32, 'a', 'f')) << 12;
}

int isspace(int c)
{
	return ((c == ' ') | IN(c, '\t', '\r')) << 13;
}

int isprint(int c)
{
	return IN(c, ' ', '~') << 14;
}

int isgraph(int c)
{
	return IN(c, '!', '~') << 15;
}

int isblank(int c)
{
	return (c == ' ') | (c == '\t');
}

int iscntrl(int c)
{
	return (IN(c, 0, 31) | (c == 127)) << 1;
}

int ispunct(int c)
{
	return (IN(c, '!', '/') | IN(c, ':', '@') | IN(c, '[', '`') | IN(c, '{', '~')) << 2;
}

int isalnum(int c)
{
	return (IN(c, '0', '9') | IN(c | 32, 'a', 'z')) << 3;
}

int isascii(int c)
{
	return (c & ~0x7f) == 0;
}

int toascii(int c)
{
	return c & 0x7f;
}

int tolower(int c)
{
	return c + (IN(c, 'A', 'Z') << 5);
}

int toupper(int c)
{
	return c - (IN(c, 'a', 'z') << 5);
}
