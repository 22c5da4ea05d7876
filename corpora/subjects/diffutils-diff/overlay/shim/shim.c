#include "config.h"
#include "shim.h"
#include <stdlib.h>
#include <string.h>
#include <stdarg.h>
#include <errno.h>
#include <inttypes.h>
int volatile exit_failure = 2; __attribute__((weak)) char const *program_name = "diff";
char const version_etc_copyright[] = "C"; char const Version[] = "test"; char const version_string[] = "test"; char const free_software_msgid[] = "free"; char const *const copyright_string = "C";
void xalloc_die (void) { fprintf (stderr, "memory exhausted\n"); exit (2); }
void *xmalloc (size_t n) { void *p = malloc (n ? n : 1); if (!p) xalloc_die (); return p; }
void *xzalloc (size_t n) { void *p = xmalloc (n); memset (p, 0, n); return p; }
void *xcalloc (size_t n, size_t s) { return xzalloc (n * s); }
void *xrealloc (void *q, size_t n) { void *p = realloc (q, n ? n : 1); if (!p) xalloc_die (); return p; }
char *xstrdup (char const *s) { return strcpy (xmalloc (strlen (s) + 1), s); }
void error (int status, int errnum, char const *f, ...)
{ va_list a; va_start (a, f); fprintf (stderr, "diff: "); vfprintf (stderr, f, a); va_end (a); if (errnum) fprintf (stderr, ": %s", strerror (errnum)); fputc ('\n', stderr); if (status) exit (status); }
char const *file_type (struct stat const *st) { return S_ISREG (st->st_mode) ? "regular file" : "other"; }
int c_stack_action (void (*f) (int)) { (void) f; return 0; }
void c_stack_die (int s, char const *m) { (void) s; fprintf (stderr, "%s\n", m); exit (2); }
char *last_component (char const *s) { char *p = strrchr (s, '/'); return p ? p + 1 : (char *) s; }
char *base_name (char const *s) { return last_component (s); }
char *file_name_concat (char const *a, char const *b, char **r) { char *p = xmalloc (strlen (a) + strlen (b) + 2); (void) r; sprintf (p, "%s/%s", a, b); return p; }
struct exclude { int n; };
struct exclude *new_exclude (void) { return xzalloc (sizeof (struct exclude)); }
void add_exclude (struct exclude *e, char const *s, int o) { (void) s; (void) o; e->n++; }
int add_exclude_file (void (*f) (struct exclude *, char const *, int), struct exclude *e, char const *n, int o, char c) { (void) f; (void) e; (void) n; (void) o; (void) c; return -1; }
bool excluded_filename (struct exclude const *e, char const *s) { (void) e; (void) s; return false; }
bool excluded_file_name (struct exclude const *e, char const *s) { (void) e; (void) s; return false; }
bool hard_locale (int c) { (void) c; return false; }
char *offtostr (off_t v, char *b) { sprintf (b, "%ld", (long) v); return b; }
char *imaxtostr (intmax_t v, char *b) { sprintf (b, "%ld", (long) v); return b; }
char *umaxtostr (uintmax_t v, char *b) { sprintf (b, "%lu", (unsigned long) v); return b; }
char *inttostr (int v, char *b) { sprintf (b, "%d", v); return b; }
void set_program_name (char const *s) { (void) s; program_name = "diff"; }
size_t shell_quote_length (char const *s) { return strlen (s) + 2; }
char *shell_quote_copy (char *b, char const *s) { return b + sprintf (b, "'%s'", s); }
size_t quote_system_arg (char *b, char const *s) { if (b) sprintf (b, "'%s'", s); return strlen (s) + 2; }
size_t nstrftime (char *s, size_t n, char const *f, struct tm const *t, int u, int ns) { (void) u; (void) ns; return strftime (s, n, f, t); }
void version_etc (FILE *f, char const *a, char const *b, char const *c, ...) { (void) b; (void) c; fprintf (f, "%s\n", a); }
FILE *xfreopen (char const *n, char const *m, FILE *f) { (void) n; (void) m; return f; }
strtol_error xstrtoumax (char const *s, char **e, int base, uintmax_t *v, char const *suf)
{ char *p; (void) suf; errno = 0; *v = strtoumax (s, &p, base); if (e) *e = p; return p == s || *p ? LONGINT_INVALID : LONGINT_OK; }
int set_binary_mode (int fd, int m) { (void) fd; return m; }
int posix2_version (void) { return 200112; }
long int get_stat_mtime_ns (struct stat const *st) { return st->st_mtim.tv_nsec; }
void emit_bug_reporting_address (void) { }
void gettime (struct timespec *t) { t->tv_sec = time (0); t->tv_nsec = 0; }
size_t base_len (char const *s) { return strlen (s); }
