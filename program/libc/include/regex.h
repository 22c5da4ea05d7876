#ifndef _REGEX_H
#define _REGEX_H
#include <stddef.h>
typedef int regoff_t;
typedef unsigned long reg_syntax_t;
struct re_pattern_buffer {
	void *buffer; /* one block of malloc */
	unsigned long allocated;
	unsigned long used;
	reg_syntax_t syntax;
	char *fastmap;
	unsigned char *translate;
	size_t re_nsub;
	unsigned can_be_null : 2;
	unsigned regs_allocated : 2;
	unsigned fastmap_accurate : 1;
	unsigned no_sub : 1;
	unsigned not_bol : 1;
	unsigned not_eol : 1;
	unsigned newline_anchor : 1;
};
typedef struct re_pattern_buffer regex_t;
typedef struct {
	regoff_t rm_so;
	regoff_t rm_eo;
} regmatch_t;
#define REG_EXTENDED 1
#define REG_ICASE 2
#define REG_NEWLINE 4
#define REG_NOSUB 8
#define REG_NOTBOL 1
#define REG_NOTEOL 2
#define REG_STARTEND 4
#define REG_NOERROR 0
#define REG_NOMATCH 1
#define REG_BADPAT 2
#define REG_ECOLLATE 3
#define REG_ECTYPE 4
#define REG_EESCAPE 5
#define REG_ESUBREG 6
#define REG_EBRACK 7
#define REG_EPAREN 8
#define REG_EBRACE 9
#define REG_BADBR 10
#define REG_ERANGE 11
#define REG_ESPACE 12
#define REG_BADRPT 13
int regcomp(regex_t *, const char *, int);
int regexec(const regex_t *, const char *, size_t, regmatch_t[], int);
size_t regerror(int, const regex_t *, char *, size_t);
void regfree(regex_t *);

/* GNU's own interface. */
#ifdef _GNU_SOURCE
#define RE_BACKSLASH_ESCAPE_IN_LISTS 0x1ul
#define RE_BK_PLUS_QM 0x2ul
#define RE_CHAR_CLASSES 0x4ul
#define RE_CONTEXT_INDEP_ANCHORS 0x8ul
#define RE_CONTEXT_INDEP_OPS 0x10ul
#define RE_CONTEXT_INVALID_OPS 0x20ul
#define RE_DOT_NEWLINE 0x40ul
#define RE_DOT_NOT_NULL 0x80ul
#define RE_HAT_LISTS_NOT_NEWLINE 0x100ul
#define RE_INTERVALS 0x200ul
#define RE_LIMITED_OPS 0x400ul
#define RE_NEWLINE_ALT 0x800ul
#define RE_NO_BK_BRACES 0x1000ul
#define RE_NO_BK_PARENS 0x2000ul
#define RE_NO_BK_REFS 0x4000ul
#define RE_NO_BK_VBAR 0x8000ul
#define RE_NO_EMPTY_RANGES 0x10000ul
#define RE_UNMATCHED_RIGHT_PAREN_ORD 0x20000ul
#define RE_NO_POSIX_BACKTRACKING 0x40000ul
#define RE_NO_GNU_OPS 0x80000ul
#define RE_INVALID_INTERVAL_ORD 0x200000ul
#define RE_ICASE 0x400000ul
#define RE_CARET_ANCHORS_HERE 0x800000ul
#define RE_CONTEXT_INVALID_DUP 0x1000000ul
#define RE_NO_SUB 0x2000000ul
#define _RE_SYNTAX_POSIX_COMMON (RE_CHAR_CLASSES | RE_DOT_NEWLINE | RE_DOT_NOT_NULL | RE_INTERVALS | RE_NO_EMPTY_RANGES)
#define RE_SYNTAX_EMACS 0
#define RE_SYNTAX_POSIX_BASIC (_RE_SYNTAX_POSIX_COMMON | RE_BK_PLUS_QM | RE_CONTEXT_INVALID_DUP)
#define RE_SYNTAX_ED RE_SYNTAX_POSIX_BASIC
#define RE_SYNTAX_SED RE_SYNTAX_POSIX_BASIC
#define RE_SYNTAX_POSIX_EXTENDED                                                                    \
	(_RE_SYNTAX_POSIX_COMMON | RE_CONTEXT_INDEP_ANCHORS | RE_CONTEXT_INDEP_OPS | RE_NO_BK_BRACES | \
	 RE_NO_BK_PARENS | RE_NO_BK_VBAR | RE_CONTEXT_INVALID_OPS | RE_UNMATCHED_RIGHT_PAREN_ORD)
#define RE_SYNTAX_GREP ((RE_SYNTAX_POSIX_BASIC | RE_NEWLINE_ALT) & ~(RE_CONTEXT_INVALID_DUP | RE_DOT_NOT_NULL))
#define RE_SYNTAX_EGREP                                                                       \
	((RE_SYNTAX_POSIX_EXTENDED | RE_INVALID_INTERVAL_ORD | RE_NEWLINE_ALT) & ~(RE_CONTEXT_INVALID_OPS | RE_UNMATCHED_RIGHT_PAREN_ORD))
#define RE_SYNTAX_POSIX_EGREP RE_SYNTAX_EGREP
#define RE_SYNTAX_AWK                                                                                     \
	(RE_BACKSLASH_ESCAPE_IN_LISTS | RE_DOT_NOT_NULL | RE_NO_BK_PARENS | RE_NO_BK_REFS | RE_NO_BK_VBAR | \
	 RE_NO_EMPTY_RANGES | RE_DOT_NEWLINE | RE_CONTEXT_INDEP_ANCHORS | RE_CHAR_CLASSES |               \
	 RE_UNMATCHED_RIGHT_PAREN_ORD | RE_NO_GNU_OPS)
#define RE_SYNTAX_GNU_AWK                                                                                 \
	((RE_SYNTAX_POSIX_EXTENDED | RE_BACKSLASH_ESCAPE_IN_LISTS | RE_INVALID_INTERVAL_ORD) &              \
	 ~(RE_DOT_NOT_NULL | RE_CONTEXT_INDEP_OPS | RE_CONTEXT_INVALID_OPS))
#define RE_SYNTAX_POSIX_AWK \
	(RE_SYNTAX_POSIX_EXTENDED | RE_BACKSLASH_ESCAPE_IN_LISTS | RE_INTERVALS | RE_NO_GNU_OPS | RE_INVALID_INTERVAL_ORD)
#define RE_SYNTAX_POSIX_MINIMAL_BASIC (_RE_SYNTAX_POSIX_COMMON | RE_LIMITED_OPS)
#define RE_SYNTAX_POSIX_MINIMAL_EXTENDED                                                            \
	(_RE_SYNTAX_POSIX_COMMON | RE_CONTEXT_INDEP_ANCHORS | RE_CONTEXT_INVALID_OPS | RE_NO_BK_BRACES | \
	 RE_NO_BK_PARENS | RE_NO_BK_REFS | RE_NO_BK_VBAR | RE_UNMATCHED_RIGHT_PAREN_ORD)
#define RE_DUP_MAX 0x7fff
#define REGS_UNALLOCATED 0
#define REGS_REALLOCATE 1
#define REGS_FIXED 2
struct re_registers {
	size_t num_regs;
	regoff_t *start;
	regoff_t *end;
};
extern reg_syntax_t re_syntax_options;
reg_syntax_t re_set_syntax(reg_syntax_t);
const char *re_compile_pattern(const char *, size_t, struct re_pattern_buffer *);
int re_compile_fastmap(struct re_pattern_buffer *);
regoff_t re_match(struct re_pattern_buffer *, const char *, regoff_t, regoff_t, struct re_registers *);
regoff_t re_search(struct re_pattern_buffer *, const char *, regoff_t, regoff_t, regoff_t, struct re_registers *);
void re_set_registers(struct re_pattern_buffer *, struct re_registers *, size_t, regoff_t *, regoff_t *);
#endif
#endif
