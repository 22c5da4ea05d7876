/* Listing directories: the names of known files and of the input's files. */
#include <rift/file.h>
#include <rift/vfs.h>
#include <rift/intrinsics.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct __dirstream {
	struct dirent *entries;
	long n, room, at;
};

static void add(DIR *d, const char *name, size_t len, int type)
{
	for (long i = 0; i < d->n; i++)
		if (!strncmp(d->entries[i].d_name, name, len) && !d->entries[i].d_name[len])
			return;
	if (d->n == d->room) {
		d->room = 2 * d->room + 8;
		d->entries = realloc(d->entries, d->room * sizeof *d->entries);
	}
	struct dirent *e = &d->entries[d->n++];
	memset(e, 0, sizeof *e);
	e->d_ino = 100 + d->n;
	e->d_off = d->n;
	e->d_reclen = sizeof *e;
	e->d_type = type;
	memcpy(e->d_name, name, len < 255 ? len : 255);
}

/* Adds the entry of dir that leads to the file of this canonical name. */
static void consider(DIR *d, const char *dir, const char *name, int type)
{
	size_t n = strlen(dir);
	if (n && !(n == 1 && *dir == '/')) {
		if (strncmp(name, dir, n) || name[n] != '/')
			return;
		name += n + 1;
	} else if (n != (*name == '/'))
		return;
	else
		name += n;
	size_t len = strcspn(name, "/");
	if (len)
		add(d, name, len, name[len] ? DT_DIR : type);
}

DIR *opendir(const char *path)
{
	char dir[4096], name[4096];
	if (!__libc_resolve(path, 1, dir))
		return 0;
	if (!__libc_is_dir(path)) {
		if (__libc_lookup(path))
			errno = ENOTDIR;
		return 0;
	}
	int before = errno;
	DIR *d = calloc(1, sizeof *d);
	add(d, ".", 1, DT_DIR);
	add(d, "..", 2, DT_DIR);
	const char *file;
	for (int i = 0; (file = __rift_file_name(i)); i++) {
		struct inode *e = __libc_given(file, name);
		if (e)
			consider(d, dir, name, IFTODT(e->mode));
	}
	for (struct inode *i = __libc_inodes; i; i = i->next)
		if (i->name)
			consider(d, dir, i->name, IFTODT(i->mode));
	errno = before;
	return d;
}

DIR *fdopendir(int fd)
{
	errno = ENOSYS;
	return 0;
}

struct dirent *readdir(DIR *d)
{
	return d->at < d->n ? &d->entries[d->at++] : 0;
}

int closedir(DIR *d)
{
	free(d->entries);
	free(d);
	return 0;
}

void rewinddir(DIR *d)
{
	d->at = 0;
}

long telldir(DIR *d)
{
	return d->at;
}

void seekdir(DIR *d, long at)
{
	d->at = at;
}

int dirfd(DIR *d)
{
	errno = ENOTSUP;
	return -1;
}

int alphasort(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

int scandir(const char *path, struct dirent ***out, int (*filter)(const struct dirent *),
            int (*compare)(const struct dirent **, const struct dirent **))
{
	DIR *d = opendir(path);
	if (!d)
		return -1;
	struct dirent **list = malloc((d->n + 1) * sizeof *list);
	int n = 0;
	for (struct dirent *e; (e = readdir(d));)
		if (!filter || filter(e)) {
			list[n] = malloc(sizeof *e);
			*list[n++] = *e;
		}
	closedir(d);
	if (compare)
		qsort(list, n, sizeof *list, (int (*)(const void *, const void *))compare);
	*out = list;
	return n;
}
