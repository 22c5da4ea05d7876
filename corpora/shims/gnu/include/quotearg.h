/* Texts made fit for messages and terminals. */
#pragma once
#include <stddef.h>

enum quoting_style {
	literal_quoting_style,
	shell_quoting_style,
	shell_always_quoting_style,
	shell_escape_quoting_style,
	shell_escape_always_quoting_style,
	c_quoting_style,
	c_maybe_quoting_style,
	escape_quoting_style,
	locale_quoting_style,
	clocale_quoting_style,
	custom_quoting_style
};

enum quoting_flags {
	QA_ELIDE_NULL_BYTES = 1,
	QA_ELIDE_OUTER_QUOTES = 2,
	QA_SPLIT_TRIGRAPHS = 4
};

#define DEFAULT_QUOTING_STYLE literal_quoting_style

struct quoting_options;
extern char const *const quoting_style_args[];
extern enum quoting_style const quoting_style_vals[];
extern struct quoting_options quote_quoting_options;

struct quoting_options *clone_quoting_options(struct quoting_options *);
enum quoting_style get_quoting_style(struct quoting_options const *);
void set_quoting_style(struct quoting_options *, enum quoting_style);
int set_char_quoting(struct quoting_options *, char, int);
int set_quoting_flags(struct quoting_options *, int);
size_t quotearg_buffer(char *, size_t, char const *, size_t, struct quoting_options const *);
char *quotearg_alloc(char const *, size_t, struct quoting_options const *);
char *quotearg_n(int, char const *);
char *quotearg(char const *);
char *quotearg_mem(char const *, size_t);
char *quotearg_n_style(int, enum quoting_style, char const *);
char *quotearg_n_style_mem(int, enum quoting_style, char const *, size_t);
char *quotearg_style(enum quoting_style, char const *);
char *quotearg_style_mem(enum quoting_style, char const *, size_t);
char *quotearg_char(char const *, char);
char *quotearg_char_mem(char const *, size_t, char);
char *quotearg_colon(char const *);
char *quotearg_n_style_colon(int, enum quoting_style, char const *);
void quotearg_free(void);
