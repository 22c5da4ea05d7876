/* One user and one group; terminals do not exist. */
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <string.h>
#include <termios.h>

static struct passwd users[] = {
	{"root", "x", 0, 0, "root", "/root", "/bin/sh"},
	{"user", "x", 1000, 1000, "User", "/home/user", "/bin/sh"},
};
static char *no_members[] = {0};
static struct group groups[] = {
	{"root", "x", 0, no_members},
	{"user", "x", 1000, no_members},
};
static int next_user, next_group;

struct passwd *getpwnam(const char *name)
{
	for (int i = 0; i < 2; i++)
		if (!strcmp(users[i].pw_name, name))
			return &users[i];
	return 0;
}

struct passwd *getpwuid(uid_t uid)
{
	for (int i = 0; i < 2; i++)
		if (users[i].pw_uid == uid)
			return &users[i];
	return 0;
}

struct passwd *getpwent(void)
{
	return next_user < 2 ? &users[next_user++] : 0;
}

void setpwent(void)
{
	next_user = 0;
}

void endpwent(void)
{
	next_user = 0;
}

struct group *getgrnam(const char *name)
{
	for (int i = 0; i < 2; i++)
		if (!strcmp(groups[i].gr_name, name))
			return &groups[i];
	return 0;
}

struct group *getgrgid(gid_t gid)
{
	for (int i = 0; i < 2; i++)
		if (groups[i].gr_gid == gid)
			return &groups[i];
	return 0;
}

struct group *getgrent(void)
{
	return next_group < 2 ? &groups[next_group++] : 0;
}

void setgrent(void)
{
	next_group = 0;
}

void endgrent(void)
{
	next_group = 0;
}

int tcgetattr(int fd, struct termios *t)
{
	errno = ENOTTY;
	return -1;
}

int tcsetattr(int fd, int when, const struct termios *t)
{
	errno = ENOTTY;
	return -1;
}

int tcflush(int fd, int queue)
{
	errno = ENOTTY;
	return -1;
}

speed_t cfgetispeed(const struct termios *t)
{
	return t->c_ispeed;
}

speed_t cfgetospeed(const struct termios *t)
{
	return t->c_ospeed;
}

void cfmakeraw(struct termios *t)
{
	t->c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | INPCK | ISTRIP | IXON);
	t->c_oflag &= ~(tcflag_t)OPOST;
	t->c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
}
