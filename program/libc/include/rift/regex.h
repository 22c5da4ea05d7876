/* Compiled regular expressions. */
#ifndef _RIFT_REGEX_H
#define _RIFT_REGEX_H
#include <stddef.h>

/* Those up to R_SET match one character. Jumps are relative. */
enum {
	R_CHAR,    /* x or y */
	R_ANY,     /* any but x */
	R_SET,     /* one of set x */
	R_SPLIT,   /* first x, then y */
	R_JUMP,    /* x */
	R_SAVE,    /* the place, in slot x */
	R_LOOP,    /* a loop begins, whose marks are x and x+1 */
	R_MARK,    /* an iteration begins: the place, in mark x; the last one in x+1 */
	R_CHECK,   /* it ends: only a first iteration may be empty, and is the last */
	R_BACK,    /* what group x matched */
	R_BOL, R_EOL, R_START, R_END, R_EDGE, R_NOEDGE, R_WORD, R_ENDWORD,
	R_MATCH,
};

struct instr {
	int op, x, y;
};

struct program {
	struct instr *code;
	unsigned char *sets; /* 256 bytes each */
	size_t n, nsets;
	int groups, marks, backrefs, icase;
};

/* An error that regcomp reports as REG_EPAREN: a ")" too many. */
#define R_ERPAREN 16

/* Flags of the parser beyond those of regcomp. */
#define R_PLAIN_PLUS 0x100 /* in basic expressions + and ? repeat, with no backslash; no intervals */
#define R_DOT_LINE 0x200   /* a dot matches no newline */
#define R_LIST_ESCAPE 0x400 /* a backslash in a list takes the next character as it is */
#define R_LIST_LINE 0x800  /* inverted lists match no newline */

/* Compiles a pattern into one block of malloc, or returns null and sets the
   code of the error. translate may be null. */
struct program *__libc_regcompile(const char *pattern, int flags, const unsigned char *translate, int *err);
const char *__libc_regmessage(int err);
#endif
