#ifndef _UTMP_H
#define _UTMP_H
#include <utmpx.h>
#define UT_LINESIZE 32
#define UT_NAMESIZE 32
#define UT_HOSTSIZE 256
struct exit_status {
	short e_termination;
	short e_exit;
};
struct utmp {
	short ut_type;
	pid_t ut_pid;
	char ut_line[UT_LINESIZE];
	char ut_id[4];
	char ut_user[UT_NAMESIZE];
	char ut_host[UT_HOSTSIZE];
	struct exit_status ut_exit;
	int32_t ut_session;
	struct {
		int32_t tv_sec;
		int32_t tv_usec;
	} ut_tv;
	int32_t ut_addr_v6[4];
	char __rest[20];
};
#define ut_name ut_user
#define ut_time ut_tv.tv_sec
#define ut_addr ut_addr_v6[0]
#define UTMP_FILE "/var/run/utmp"
#define WTMP_FILE "/var/log/wtmp"
int login_tty(int);
void login(const struct utmp *);
int logout(const char *);
void logwtmp(const char *, const char *, const char *);
void updwtmp(const char *, const struct utmp *);
int utmpname(const char *);
struct utmp *getutent(void);
void setutent(void);
void endutent(void);
struct utmp *getutid(const struct utmp *);
struct utmp *getutline(const struct utmp *);
struct utmp *pututline(const struct utmp *);
#endif
