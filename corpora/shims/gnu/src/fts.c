#include <config.h>
#include "fts_.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "xalloc.h"
#include "xfts.h"

static FTSENT *new_entry(FTS *f, FTSENT *parent, char const *dir, char const *name)
{
	FTSENT *e = xzalloc(sizeof *e);
	size_t n = strlen(dir);
	e->fts_fts = f;
	e->fts_parent = parent;
	e->fts_level = parent->fts_level + 1;
	e->fts_path = xmalloc(n + strlen(name) + 2);
	strcpy(e->fts_path, dir);
	if (n && dir[n - 1] != '/')
		e->fts_path[n++] = '/';
	e->fts_name = e->fts_path + n;
	strcpy(e->fts_name, name);
	e->fts_accpath = e->fts_path;
	e->fts_namelen = strlen(name);
	e->fts_pathlen = n + e->fts_namelen;
	e->fts_instr = FTS_NOINSTR;
	return e;
}

static void free_entry(FTSENT *e)
{
	free(e->fts_path);
	free(e);
}

/* What an entry is; with follow, behind a symbolic link. */
static int look(FTS *f, FTSENT *e, bool follow)
{
	struct stat *st = e->fts_statp;
	if (f->fts_options & FTS_LOGICAL || follow) {
		if (stat(e->fts_accpath, st) != 0) {
			int err = errno;
			if (lstat(e->fts_accpath, st) == 0) {
				errno = 0;
				return FTS_SLNONE;
			}
			e->fts_errno = err;
			memset(st, 0, sizeof *st);
			return FTS_NS;
		}
	} else if (lstat(e->fts_accpath, st) != 0) {
		e->fts_errno = errno;
		memset(st, 0, sizeof *st);
		return FTS_NS;
	}
	for (FTSENT *p = e->fts_parent; S_ISDIR(st->st_mode) && p->fts_level >= FTS_ROOTLEVEL; p = p->fts_parent)
		if (p->fts_statp->st_ino == st->st_ino && p->fts_statp->st_dev == st->st_dev) {
			e->fts_cycle = p;
			return FTS_DC;
		}
	return S_ISDIR(st->st_mode) ? FTS_D : S_ISLNK(st->st_mode) ? FTS_SL : S_ISREG(st->st_mode) ? FTS_F : FTS_DEFAULT;
}

static FTSENT *sorted(FTS *f, FTSENT *list)
{
	FTSENT *out = NULL;
	if (!f->fts_compar)
		return list;
	while (list) {
		FTSENT *e = list, **p = &out;
		list = e->fts_link;
		while (*p && f->fts_compar((FTSENT const **)p, (FTSENT const **)&e) <= 0)
			p = &(*p)->fts_link;
		e->fts_link = *p;
		*p = e;
	}
	return out;
}

FTS *fts_open(char *const *names, int options, int (*compar)(FTSENT const **, FTSENT const **))
{
	FTS *f = xzalloc(sizeof *f);
	FTSENT *parent = xzalloc(sizeof *parent), **last = &f->fts_child, *first = xzalloc(sizeof *first);
	f->fts_options = options | FTS_NOCHDIR;
	f->fts_compar = compar;
	f->fts_cwd_fd = AT_FDCWD;
	parent->fts_level = FTS_ROOTPARENTLEVEL;
	first->fts_parent = parent;
	for (; *names; names++) {
		FTSENT *e = new_entry(f, parent, "", *names);
		size_t n = strlen(*names);
		/* one slash of several at the end */
		while (n > 2 && e->fts_path[n - 1] == '/' && e->fts_path[n - 2] == '/')
			e->fts_path[--n] = '\0';
		e->fts_pathlen = e->fts_namelen = n;
		e->fts_info = look(f, e, options & FTS_COMFOLLOW);
		*last = e;
		last = &e->fts_link;
	}
	f->fts_child = sorted(f, f->fts_child);
	first->fts_info = FTS_INIT;
	first->fts_link = f->fts_child;
	f->fts_child = NULL;
	f->fts_cur = first;
	return f;
}

/* Reads a directory; NULL and an error in it if that is not possible. */
static FTSENT *entries(FTS *f, FTSENT *dir)
{
	FTSENT *list = NULL, **last = &list;
	DIR *d = opendir(dir->fts_accpath);
	if (!d) {
		dir->fts_errno = errno;
		dir->fts_info = FTS_DNR;
		return NULL;
	}
	for (struct dirent *e; (e = readdir(d));) {
		if (!(f->fts_options & FTS_SEEDOT) && (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..")))
			continue;
		*last = new_entry(f, dir, dir->fts_path, e->d_name);
		last = &(*last)->fts_link;
	}
	closedir(d);
	for (FTSENT *e = list; e; e = e->fts_link)
		e->fts_info = look(f, e, false);
	return sorted(f, list);
}

static FTSENT *at(FTS *f, FTSENT *e)
{
	f->fts_cur = e;
	f->fts_path = e->fts_path;
	if (e->fts_level == FTS_ROOTLEVEL && e->fts_info == FTS_D)
		f->fts_dev = e->fts_statp->st_dev;
	return e;
}

FTSENT *fts_read(FTS *f)
{
	FTSENT *e = f->fts_cur;
	int order = e ? e->fts_instr : 0;
	if (!e)
		return NULL;
	e->fts_instr = FTS_NOINSTR;
	if (order == FTS_AGAIN) {
		e->fts_info = look(f, e, false);
		return at(f, e);
	}
	if (order == FTS_FOLLOW && (e->fts_info == FTS_SL || e->fts_info == FTS_SLNONE)) {
		e->fts_info = look(f, e, true);
		return at(f, e);
	}
	if (e->fts_info == FTS_D) {
		if (order == FTS_SKIP || f->fts_options & FTS_XDEV && e->fts_statp->st_dev != f->fts_dev) {
			e->fts_info = FTS_DP;
			return at(f, e);
		}
		FTSENT *child = entries(f, e);
		if (!child) {
			if (e->fts_info != FTS_DNR)
				e->fts_info = FTS_DP;
			return at(f, e);
		}
		return at(f, child);
	}
	for (;;) {
		FTSENT *parent = e->fts_parent, *next = e->fts_link;
		bool first = e->fts_info == FTS_INIT;
		if (first)
			free(e);
		else
			free_entry(e);
		while (next && next->fts_instr == FTS_SKIP) {
			FTSENT *skipped = next;
			next = next->fts_link;
			free_entry(skipped);
		}
		if (next)
			return at(f, next);
		if (parent->fts_level == FTS_ROOTPARENTLEVEL) {
			free(parent);
			f->fts_cur = NULL;
			errno = 0;
			return NULL;
		}
		parent->fts_info = parent->fts_errno ? FTS_ERR : FTS_DP;
		return at(f, parent);
	}
}

FTSENT *fts_children(FTS *f, int options)
{
	errno = ENOTSUP;
	return NULL;
}

int fts_set(FTS *f, FTSENT *e, int order)
{
	e->fts_instr = order;
	return 0;
}

int fts_close(FTS *f)
{
	for (FTSENT *e = f->fts_cur; e;) {
		FTSENT *next = e->fts_link ? e->fts_link : e->fts_parent;
		if (e->fts_path)
			free_entry(e);
		else
			free(e);
		e = next;
	}
	free(f);
	return 0;
}

FTS *xfts_open(char *const *names, int options, int (*compar)(FTSENT const **, FTSENT const **))
{
	return fts_open(names, options | FTS_CWDFD, compar);
}

bool cycle_warning_required(FTS const *f, FTSENT const *e)
{
	return f->fts_options & FTS_PHYSICAL && !(f->fts_options & FTS_COMFOLLOW);
}
