/* Walking directory trees. */
#include <dirent.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>

struct walk {
	int (*plain)(const char *, const struct stat *, int);
	int (*rich)(const char *, const struct stat *, int, struct FTW *);
	int flags;
};

static int call(const struct walk *w, const char *path, const struct stat *st, int type, int level)
{
	if (w->plain)
		return w->plain(path, st, type);
	const char *slash = strrchr(path, '/');
	struct FTW where = {slash && slash[1] ? (int)(slash + 1 - path) : 0, level};
	return w->rich(path, st, type, &where);
}

static int visit(const struct walk *w, const char *path, int level)
{
	struct stat st;
	if (stat(path, &st) < 0) {
		if (level == 0)
			return -1;
		memset(&st, 0, sizeof st);
		return call(w, path, &st, FTW_NS, level);
	}
	if (!S_ISDIR(st.st_mode))
		return call(w, path, &st, FTW_F, level);
	int depth = w->flags & FTW_DEPTH, result = depth ? 0 : call(w, path, &st, FTW_D, level);
	DIR *d = opendir(path);
	for (struct dirent *e; !result && d && (e = readdir(d));) {
		if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
			continue;
		size_t n = strlen(path);
		char *child = malloc(n + strlen(e->d_name) + 2);
		strcpy(child, path);
		if (n && path[n - 1] != '/')
			strcat(child, "/");
		strcat(child, e->d_name);
		result = visit(w, child, level + 1);
		free(child);
	}
	if (d)
		closedir(d);
	return !result && depth ? call(w, path, &st, FTW_DP, level) : result;
}

int ftw(const char *path, int (*f)(const char *, const struct stat *, int), int fds)
{
	struct walk w = {.plain = f};
	return visit(&w, path, 0);
}

int nftw(const char *path, int (*f)(const char *, const struct stat *, int, struct FTW *), int fds, int flags)
{
	struct walk w = {.rich = f, .flags = flags};
	return visit(&w, path, 0);
}
