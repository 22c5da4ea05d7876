/* The classification tables that the system's ctype.h indexes, from -128. They
   are constants: tables filled at run time would be filled again on every path
   of symbolic execution that first uses them. */
#include <ctype.h>

#define IN(c, lo, hi) ((c) >= (lo) && (c) <= (hi))
#define UPPER(c) IN(c, 'A', 'Z')
#define LOWER(c) IN(c, 'a', 'z')
#define DIGIT(c) IN(c, '0', '9')
#define HEX(c) (DIGIT(c) || IN(c, 'A', 'F') || IN(c, 'a', 'f'))
#define ALNUM(c) (UPPER(c) || LOWER(c) || DIGIT(c))
#define BLANK(c) ((c) == ' ' || (c) == '\t')
#define CONTROL(c) (IN(c, 0, 31) || (c) == 127)

/* The bits of glibc, of which each function of ctype.c yields one. */
#define MASK(c) \
	(UPPER(c) << 8 | LOWER(c) << 9 | (UPPER(c) || LOWER(c)) << 10 | DIGIT(c) << 11 | HEX(c) << 12 | \
	 ((c) == ' ' || IN(c, '\t', '\r')) << 13 | IN(c, ' ', '~') << 14 | IN(c, '!', '~') << 15 | BLANK(c) << 0 | \
	 CONTROL(c) << 1 | (IN(c, '!', '~') && !ALNUM(c)) << 2 | ALNUM(c) << 3)
#define TO_LOWER(c) ((c) + (UPPER(c) ? 32 : 0))
#define TO_UPPER(c) ((c) - (LOWER(c) ? 32 : 0))

#define EACH4(f, c) f(c), f((c) + 1), f((c) + 2), f((c) + 3)
#define EACH16(f, c) EACH4(f, c), EACH4(f, (c) + 4), EACH4(f, (c) + 8), EACH4(f, (c) + 12)
#define EACH64(f, c) EACH16(f, c), EACH16(f, (c) + 16), EACH16(f, (c) + 32), EACH16(f, (c) + 48)
#define ALL(f) EACH64(f, -128), EACH64(f, -64), EACH64(f, 0), EACH64(f, 64), EACH64(f, 128), EACH64(f, 192)

static const unsigned short masks[384] = {ALL(MASK)};
static const int lower[384] = {ALL(TO_LOWER)}, upper[384] = {ALL(TO_UPPER)};

const unsigned short **__ctype_b_loc(void)
{
	static const unsigned short *table = masks + 128;
	return &table;
}

const int **__ctype_tolower_loc(void)
{
	static const int *table = lower + 128;
	return &table;
}

const int **__ctype_toupper_loc(void)
{
	static const int *table = upper + 128;
	return &table;
}
