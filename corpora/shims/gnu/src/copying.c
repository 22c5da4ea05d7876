/* What copying and removing files needs. */
#include <config.h>
#include <dirent.h>
#include <errno.h>
#include <error.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "argmatch.h"
#include "areadlink.h"
#include "backupfile.h"
#include "buffer-lcm.h"
#include "canonicalize.h"
#include "cycle-check.h"
#include "dirname.h"
#include "euidaccess-stat.h"
#include "file-set.h"
#include "file-type.h"
#include "filenamecat.h"
#include "hash-triple.h"
#include "openat.h"
#include "root-dev-ino.h"
#include "same.h"
#include "savedir.h"
#include "utimecmp.h"
#include "utimens.h"
#include "verror.h"
#include "write-any-file.h"
#include "xalloc.h"
#include "xreadlink.h"
#include "xvasprintf.h"

#undef futimens

char const *simple_backup_suffix = "~";

static bool exists(char const *name)
{
	struct stat st;
	return lstat(name, &st) == 0;
}

char *find_backup_file_name(char const *name, enum backup_type type)
{
	int n = 1;
	if (type == numbered_backups || type == numbered_existing_backups) {
		char *candidate = xasprintf("%s.~%d~", name, n);
		while (exists(candidate)) {
			free(candidate);
			candidate = xasprintf("%s.~%d~", name, ++n);
		}
		if (type == numbered_backups || n > 1)
			return candidate;
		free(candidate);
	}
	return xasprintf("%s%s", name, simple_backup_suffix);
}

enum backup_type get_version(char const *context, char const *version)
{
	static char const *const words[] = {"none", "off", "simple", "never", "existing", "nil", "numbered", "t", 0};
	static enum backup_type const types[] = {no_backups, no_backups, simple_backups, simple_backups,
	                                         numbered_existing_backups, numbered_existing_backups, numbered_backups,
	                                         numbered_backups};
	if (!version || !*version)
		return numbered_existing_backups;
	return XARGMATCH(context, version, words, types);
}

enum backup_type xget_version(char const *context, char const *version)
{
	return version && *version ? get_version(context, version) : get_version("$VERSION_CONTROL", getenv("VERSION_CONTROL"));
}

size_t buffer_lcm(size_t a, size_t b, size_t max)
{
	if (!a)
		return b ? b : 8192;
	if (!b)
		return a;
	size_t m = a, n = b;
	while (n) {
		size_t r = m % n;
		m = n;
		n = r;
	}
	size_t q = a / m, lcm = q * b;
	return lcm <= max && lcm / b == q ? lcm : a;
}

/* Without symbolic links: takes out ".", ".." and slashes. */
char *canonicalize_filename_mode(char const *name, canonicalize_mode_t mode)
{
	char *full, *out;
	if (!*name) {
		errno = ENOENT;
		return NULL;
	}
	if (*name == '/')
		full = xstrdup(name);
	else {
		char *cwd = getcwd(NULL, 0);
		if (!cwd)
			return NULL;
		full = file_name_concat(cwd, name, NULL);
		free(cwd);
	}
	char *end = out = xmalloc(strlen(full) + 2);
	*end = '\0';
	for (char *part = strtok(full, "/"); part; part = strtok(NULL, "/")) {
		if (!strcmp(part, "."))
			continue;
		if (!strcmp(part, "..")) {
			while (end > out && *--end != '/')
				continue;
			*end = '\0';
			continue;
		}
		*end++ = '/';
		end = stpcpy(end, part);
	}
	if (end == out)
		strcpy(out, "/");
	free(full);
	if ((mode & CAN_MODE_MASK) == CAN_EXISTING && !exists(out)) {
		free(out);
		errno = ENOENT;
		return NULL;
	}
	return out;
}

void record_file(Hash_table *t, char const *name, struct stat const *st)
{
	if (!t)
		return;
	struct F_triple *f = xmalloc(sizeof *f);
	*f = (struct F_triple){xstrdup(name), st->st_ino, st->st_dev};
	struct F_triple *present = hash_insert(t, f);
	if (!present)
		xalloc_die();
	if (present != f)
		triple_free(f);
}

bool seen_file(Hash_table const *t, char const *name, struct stat const *st)
{
	struct F_triple f = {(char *)name, st->st_ino, st->st_dev};
	return t && hash_lookup(t, &f);
}

bool same_name(char const *a, char const *b)
{
	char const *x = last_component(a), *y = last_component(b);
	size_t n = base_len(x);
	if (n != base_len(y) || memcmp(x, y, n))
		return false;
	char *da = dir_name(a), *db = dir_name(b);
	struct stat sa, sb;
	if (stat(da, &sa) != 0)
		error(1, errno, "%s", da);
	if (stat(db, &sb) != 0)
		error(1, errno, "%s", db);
	free(da);
	free(db);
	return SAME_INODE(sa, sb);
}

char *savedir(char const *name)
{
	DIR *d = opendir(name);
	size_t room = 0, used = 0;
	char *names = NULL;
	if (!d)
		return NULL;
	for (struct dirent *e; (e = readdir(d));) {
		size_t n = strlen(e->d_name) + 1;
		if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
			continue;
		while (room < used + n + 1)
			names = x2realloc(names, &room);
		memcpy(names + used, e->d_name, n);
		used += n;
	}
	closedir(d);
	if (!names)
		names = xmalloc(1);
	names[used] = '\0';
	return names;
}

int utimecmp(char const *name, struct stat const *to, struct stat const *from, int options)
{
	if (to->st_mtim.tv_sec != from->st_mtim.tv_sec)
		return to->st_mtim.tv_sec < from->st_mtim.tv_sec ? -1 : 1;
	long ns = options & UTIMECMP_TRUNCATE_SOURCE ? 0 : from->st_mtim.tv_nsec;
	return to->st_mtim.tv_nsec < ns ? -1 : to->st_mtim.tv_nsec > ns;
}

int utimens(char const *name, struct timespec const t[2])
{
	return utimensat(AT_FDCWD, name, t, 0);
}

int lutimens(char const *name, struct timespec const t[2])
{
	return utimensat(AT_FDCWD, name, t, AT_SYMLINK_NOFOLLOW);
}

int fdutimens(int fd, char const *name, struct timespec const t[2])
{
	return fd < 0 ? utimens(name, t) : futimens(fd, t);
}

char *xreadlink(char const *name, size_t size)
{
	return areadlink_with_size(name, size);
}

void verror(int status, int err, char const *format, va_list list)
{
	char *text = xvasprintf(format, list);
	error(status, err, "%s", text);
	free(text);
}

bool can_write_any_file(void)
{
	return geteuid() == 0;
}

struct dev_ino *get_root_dev_ino(struct dev_ino *d)
{
	struct stat st;
	if (lstat("/", &st) != 0)
		return NULL;
	d->st_ino = st.st_ino;
	d->st_dev = st.st_dev;
	return d;
}

char const *file_type(struct stat const *st)
{
	return S_ISREG(st->st_mode) ? st->st_size ? "regular file" : "regular empty file" : S_ISDIR(st->st_mode) ? "directory" :
	       S_ISLNK(st->st_mode) ? "symbolic link" : S_ISFIFO(st->st_mode) ? "fifo" : S_ISSOCK(st->st_mode) ? "socket" :
	       S_ISBLK(st->st_mode) ? "block special file" : S_ISCHR(st->st_mode) ? "character special file" : "weird file";
}

bool euidaccess_stat(struct stat const *st, int mode)
{
	mode_t bits = st->st_mode >> (st->st_uid == geteuid() ? 6 : st->st_gid == getegid() ? 3 : 0);
	return geteuid() == 0 ? !(mode & X_OK) || st->st_mode & 0111 || S_ISDIR(st->st_mode) : (bits & mode) == (mode_t)mode;
}

void cycle_check_init(struct cycle_check_state *s)
{
	s->chdir_counter = 0;
	s->magic = 9827862;
}

/* Remembers the directory after each power of two many. */
bool cycle_check(struct cycle_check_state *s, struct stat const *st)
{
	if (s->chdir_counter && SAME_INODE(*st, s->dev_ino))
		return true;
	if ((s->chdir_counter & s->chdir_counter + 1) == 0) {
		s->dev_ino.st_dev = st->st_dev;
		s->dev_ino.st_ino = st->st_ino;
	}
	s->chdir_counter++;
	return false;
}

void openat_restore_fail(int err)
{
	error(1, err, "failed to return to initial working directory");
	abort();
}

void openat_save_fail(int err)
{
	error(1, err, "unable to record current working directory");
	abort();
}

int openat_permissive(int fd, char const *name, int flags, mode_t mode, int *cwd_errno)
{
	return openat(fd, name, flags, mode);
}

bool openat_needs_fchdir(void)
{
	return false;
}
