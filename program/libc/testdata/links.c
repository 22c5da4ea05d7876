/* Symbolic links: those of the input and those that the program makes. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/stat.h>

static const char *kind(unsigned mode)
{
	return S_ISLNK(mode) ? "link" : S_ISDIR(mode) ? "folder" : S_ISREG(mode) ? "file" : "other";
}

static void look(const char *path)
{
	struct stat st = {0};
	char text[64];
	printf("%s:", path);
	if (lstat(path, &st) == 0)
		printf(" %s", kind(st.st_mode));
	else
		printf(" %s", strerror(errno));
	if (S_ISLNK(st.st_mode))
		printf(" %o %ld", st.st_mode & 0777, (long)st.st_size);
	if (stat(path, &st) == 0)
		printf(", behind it %s", kind(st.st_mode));
	else
		printf(", behind it %s", strerror(errno));
	errno = 0;
	long n = readlink(path, text, 4);
	printf(", readlink %ld %.*s %s", n, (int)(n < 0 ? 0 : n), text, n < 0 ? strerror(errno) : "");
	int fd = open(path, O_RDONLY | O_NOFOLLOW);
	printf(", open %s", fd < 0 ? strerror(errno) : "yes");
	close(fd);
	char *real = realpath(path, 0);
	printf(", really %s\n", real ? strrchr(real, '/') + 1 : strerror(errno));
	free(real);
}

static void content(const char *path)
{
	char line[64] = "";
	FILE *f = fopen(path, "r");
	printf("%s holds %s\n", path, f ? fgets(line, sizeof line, f) : strerror(errno));
	if (f)
		fclose(f);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static void list(const char *path)
{
	struct dirent **names;
	int n = scandir(path, &names, 0, by_name);
	printf("%s has %d", path, n);
	for (int i = 0; i < n; i++)
		printf(" %s:%s", names[i]->d_name, kind(DTTOIF(names[i]->d_type)));
	printf("\n");
}

#define SAY(call) printf("%s: %s\n", #call, (call) < 0 ? strerror(errno) : "done")

int main(void)
{
	static const char *const all[] = {"l", "dangling", "dl", "dl/a.txt", "dl/up", "circle", "sub/up", "sub", "file", "none", "l/x", "dl/none", "chain"};
	for (int i = 0; i < (int)(sizeof all / sizeof *all); i++)
		look(all[i]);
	content("l");
	content("dl/up");
	content("chain");
	content("dangling");
	list(".");
	list("dl");
	SAY(symlink("file", "l"));
	SAY(symlink("file", "sub"));
	SAY(symlink("", "empty"));
	SAY(symlink("file", "none/x"));
	SAY(symlink("../file", "sub/made"));
	content("dl/made");
	SAY(rename("sub/made", "moved"));
	look("moved");
	SAY(readlink("l", (char[4]){0}, 0));
	SAY(readlink("dl/", (char[4]){0}, 4));
	SAY(readlink("l/", (char[4]){0}, 4));
	SAY(unlink("dl/"));
	SAY(unlink("l/"));
	SAY(unlink("file/"));
	SAY(unlink("none/"));
	SAY(rmdir("dl/"));
	SAY(rename("dl/", "other"));
	SAY(rename("file/", "other"));
	SAY(symlink("file", "other/"));
	SAY(mkdir("dangling", 0777));
	SAY(unlink("l"));
	look("l");
	look("sub/a.txt");
	SAY(rmdir("dl"));
	SAY(open("dangling", O_WRONLY | O_CREAT | O_EXCL, 0644));
	SAY(open("circle", O_RDONLY));
	FILE *f = fopen("dl/up", "w");
	fputs("new content\n", f);
	fclose(f);
	content("file");
	f = fopen("dangling", "w");
	fputs("made\n", f);
	fclose(f);
	look("dangling");
	content("no");
	SAY(chdir("dl"));
	content("a.txt");
	SAY(unlink("up"));
	list(".");
	return 0;
}
