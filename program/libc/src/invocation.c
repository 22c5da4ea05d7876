/* The program's name as variables; only programs that use them set them. */
extern char *__libc_progname(int);

char *program_invocation_name = "", *program_invocation_short_name = "", *__progname = "", *__progname_full = "";

static __attribute__((constructor(101))) void __libc_set_names(void)
{
	program_invocation_name = __progname_full = __libc_progname(0);
	program_invocation_short_name = __progname = __libc_progname(1);
}
