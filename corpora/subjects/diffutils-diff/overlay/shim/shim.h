#ifndef SHIM_H
#define SHIM_H
#include <stddef.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>
#include <sys/types.h>
#include <sys/stat.h>
void *xmalloc (size_t); void *xzalloc (size_t); void *xcalloc (size_t, size_t); void *xrealloc (void *, size_t); char *xstrdup (char const *); void xalloc_die (void);
void error (int, int, char const *, ...);
char const *file_type (struct stat const *);
extern int volatile exit_failure;
int c_stack_action (void (*) (int)); void c_stack_die (int, char const *);
char *last_component (char const *); char *base_name (char const *); char *dir_name (char const *); char *file_name_concat (char const *, char const *, char **);
struct exclude; struct exclude *new_exclude (void); void add_exclude (struct exclude *, char const *, int);
int add_exclude_file (void (*) (struct exclude *, char const *, int), struct exclude *, char const *, int, char);
bool excluded_filename (struct exclude const *, char const *); bool excluded_file_name (struct exclude const *, char const *);
#define EXCLUDE_WILDCARDS (1 << 28)
#define EXCLUDE_INCLUDE (1 << 29)
bool hard_locale (int);
#define INT_STRLEN_BOUND(t) (sizeof (t) * 3 + 1)
#define INT_BUFSIZE_BOUND(t) (INT_STRLEN_BOUND (t) + 1)
#define TYPE_SIGNED(t) (! ((t) 0 < (t) -1))
#define TYPE_MINIMUM(t) ((t) (TYPE_SIGNED (t) ? (t) -1 << (sizeof (t) * 8 - 1) : 0))
#define TYPE_MAXIMUM(t) ((t) (~ (t) 0 - TYPE_MINIMUM (t)))
char *offtostr (off_t, char *); char *imaxtostr (intmax_t, char *); char *umaxtostr (uintmax_t, char *); char *inttostr (int, char *);
void set_program_name (char const *);
size_t shell_quote_length (char const *); char *shell_quote_copy (char *, char const *); size_t quote_system_arg (char *, char const *);
static inline struct timespec get_stat_mtime (struct stat const *st) { return st->st_mtim; }
size_t nstrftime (char *, size_t, char const *, struct tm const *, int, int);
void version_etc (FILE *, char const *, char const *, char const *, ...);
extern char const version_etc_copyright[]; extern char const Version[];
FILE *xfreopen (char const *, char const *, FILE *);
enum strtol_error { LONGINT_OK = 0, LONGINT_OVERFLOW = 1, LONGINT_INVALID = 4 };
typedef enum strtol_error strtol_error;
strtol_error xstrtoumax (char const *, char **, int, uintmax_t *, char const *);
#define verify(...) extern int verify_dummy
#define verify_true(x) ((void) 0, 1)
#define verify_expr(a, b) (b)
#define gettext(s) (s)
#define ngettext(a, b, n) ((n) == 1 ? (a) : (b))
#define textdomain(d)
#define bindtextdomain(a, b)
#define proper_name(s) (s)
#define proper_name_utf8(a, b) (a)
#define FREESOFT_H
extern char const free_software_msgid[];
#endif
