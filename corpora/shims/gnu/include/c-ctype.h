/* Characters of the C locale, for any char. */
#pragma once
#include <stdbool.h>
static inline bool c_isdigit(int c) { return '0' <= c && c <= '9'; }
static inline bool c_islower(int c) { return 'a' <= c && c <= 'z'; }
static inline bool c_isupper(int c) { return 'A' <= c && c <= 'Z'; }
static inline bool c_isalpha(int c) { return c_islower(c) || c_isupper(c); }
static inline bool c_isalnum(int c) { return c_isalpha(c) || c_isdigit(c); }
static inline bool c_isascii(int c) { return 0 <= c && c < 128; }
static inline bool c_isblank(int c) { return c == ' ' || c == '\t'; }
static inline bool c_iscntrl(int c) { return 0 <= c && c < 32 || c == 127; }
static inline bool c_isprint(int c) { return 32 <= c && c < 127; }
static inline bool c_isgraph(int c) { return 32 < c && c < 127; }
static inline bool c_ispunct(int c) { return c_isgraph(c) && !c_isalnum(c); }
static inline bool c_isspace(int c) { return c == ' ' || '\t' <= c && c <= '\r'; }
static inline bool c_isxdigit(int c) { return c_isdigit(c) || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'; }
static inline int c_tolower(int c) { return c_isupper(c) ? c + 32 : c; }
static inline int c_toupper(int c) { return c_islower(c) ? c - 32 : c; }
