/* Expanding file name patterns, one component after the other. */
#include <dirent.h>
#include <fnmatch.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int magic(const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strchr("*?[\\", s[i]))
			return 1;
	return 0;
}

static void add(glob_t *g, const char *path)
{
	size_t offs = g->gl_flags & GLOB_DOOFFS ? g->gl_offs : 0;
	g->gl_pathv = realloc(g->gl_pathv, (offs + g->gl_pathc + 2) * sizeof *g->gl_pathv);
	g->gl_pathv[offs + g->gl_pathc++] = strdup(path);
	g->gl_pathv[offs + g->gl_pathc] = 0;
}

/* Expands the pattern behind the directory prefix, which ends in a slash. */
static void expand(glob_t *g, const char *prefix, const char *pattern)
{
	size_t n = strcspn(pattern, "/"), len = strlen(prefix);
	char component[256], path[4096];
	struct stat st;
	if (n > 255 || len + n + 2 > sizeof path)
		return;
	memcpy(component, pattern, n);
	component[n] = 0;
	const char *rest = pattern + n;
	if (!magic(component, n)) {
		strcpy(path, prefix);
		strcat(path, component);
		if (*rest) {
			strcat(path, "/");
			expand(g, path, rest + strspn(rest, "/"));
		} else if (!stat(*path ? path : ".", &st)) {
			if (g->gl_flags & GLOB_MARK && S_ISDIR(st.st_mode) && n)
				strcat(path, "/");
			add(g, path);
		}
		return;
	}
	DIR *d = opendir(*prefix ? prefix : ".");
	if (!d)
		return;
	for (struct dirent *e; (e = readdir(d));) {
		if (fnmatch(component, e->d_name, FNM_PERIOD | (g->gl_flags & GLOB_NOESCAPE ? FNM_NOESCAPE : 0)))
			continue;
		if (*rest && e->d_type != DT_DIR || len + strlen(e->d_name) + 2 > sizeof path)
			continue;
		strcpy(path, prefix);
		strcat(path, e->d_name);
		if (*rest) {
			strcat(path, "/");
			expand(g, path, rest + strspn(rest, "/"));
			continue;
		}
		if (g->gl_flags & GLOB_MARK && e->d_type == DT_DIR)
			strcat(path, "/");
		add(g, path);
	}
	closedir(d);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

int glob(const char *pattern, int flags, int (*on_error)(const char *, int), glob_t *g)
{
	if (!(flags & GLOB_APPEND)) {
		size_t offs = flags & GLOB_DOOFFS ? g->gl_offs : 0;
		g->gl_pathc = 0;
		g->gl_pathv = calloc(offs + 1, sizeof *g->gl_pathv);
	}
	g->gl_flags = flags;
	size_t before = g->gl_pathc, offs = flags & GLOB_DOOFFS ? g->gl_offs : 0;
	expand(g, *pattern == '/' ? "/" : "", pattern + strspn(pattern, "/"));
	if (g->gl_pathc == before) {
		if (!(flags & GLOB_NOCHECK))
			return GLOB_NOMATCH;
		add(g, pattern);
	} else if (!(flags & GLOB_NOSORT))
		qsort(g->gl_pathv + offs + before, g->gl_pathc - before, sizeof *g->gl_pathv, by_name);
	return 0;
}

void globfree(glob_t *g)
{
	size_t offs = g->gl_flags & GLOB_DOOFFS ? g->gl_offs : 0;
	for (size_t i = 0; i < g->gl_pathc; i++)
		free(g->gl_pathv[offs + i]);
	free(g->gl_pathv);
	g->gl_pathc = 0;
	g->gl_pathv = 0;
}
