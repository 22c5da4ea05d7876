/* The system's log is not part of what a run shows. */
#include <syslog.h>

void openlog(const char *name, int options, int facility)
{
}

void syslog(int priority, const char *fmt, ...)
{
}

void vsyslog(int priority, const char *fmt, va_list ap)
{
}

void closelog(void)
{
}

int setlogmask(int mask)
{
	return 0xff;
}
