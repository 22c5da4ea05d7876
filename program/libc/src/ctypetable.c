/* The classification tables that the system's ctype.h indexes, from -128. */
#include <ctype.h>

static unsigned short masks[384];
static int lower[384], upper[384];

static void fill(void)
{
	if (upper[128 + 'a'])
		return;
	for (int c = -128; c < 256; c++) {
		lower[c + 128] = tolower(c);
		upper[c + 128] = toupper(c);
		if (c >= 0 && c < 128)
			masks[c + 128] = (unsigned short)(isupper(c) | islower(c) | isalpha(c) | isdigit(c) | isxdigit(c) | isspace(c) |
			                                  isprint(c) | isgraph(c) | isblank(c) | iscntrl(c) | ispunct(c) | isalnum(c));
	}
}

const unsigned short **__ctype_b_loc(void)
{
	static const unsigned short *table = masks + 128;
	fill();
	return &table;
}

const int **__ctype_tolower_loc(void)
{
	static const int *table = lower + 128;
	fill();
	return &table;
}

const int **__ctype_toupper_loc(void)
{
	static const int *table = upper + 128;
	fill();
	return &table;
}
