/* Descriptors, directories and status. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <glob.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void status(const char *name)
{
	struct stat st;
	errno = 0;
	int r = stat(name, &st);
	printf("%s: %d %s", name, r, strerror(errno));
	if (!r)
		printf(" %s %o %ld", S_ISREG(st.st_mode) ? "file" : S_ISDIR(st.st_mode) ? "dir" : "other", st.st_mode & 0777, S_ISREG(st.st_mode) ? (long)st.st_size : 0L);
	puts("");
}

int main(void)
{
	char buf[64] = "";
	umask(022);
	int fd = open("data.txt", O_RDONLY);
	printf("%d ", (int)read(fd, buf, 5));
	printf("%s %ld ", buf, (long)lseek(fd, 0, SEEK_CUR));
	printf("%ld ", (long)lseek(fd, -3, SEEK_END));
	memset(buf, 0, sizeof buf);
	printf("%d %s\n", (int)read(fd, buf, 50), buf);
	errno = 0;
	printf("%d %d\n", (int)write(fd, "x", 1), errno == EBADF);
	int dupfd = dup(fd);
	lseek(dupfd, 1, SEEK_SET);
	printf("%ld\n", (long)lseek(fd, 0, SEEK_CUR));
	close(fd);
	printf("%d %d\n", close(dupfd), close(dupfd));
	fd = open("new.txt", O_RDWR | O_CREAT | O_TRUNC, 0640);
	printf("%d\n", (int)write(fd, "0123456789", 10));
	pwrite(fd, "AB", 2, 3);
	memset(buf, 0, sizeof buf);
	printf("%d %s\n", (int)pread(fd, buf, 4, 2), buf);
	ftruncate(fd, 7);
	printf("%ld\n", (long)lseek(fd, 0, SEEK_END));
	close(fd);
	printf("%d %d\n", open("new.txt", O_CREAT | O_EXCL | O_WRONLY, 0600), errno == EEXIST);
	printf("%d %d\n", open("none/x", O_CREAT | O_WRONLY, 0600), errno == ENOENT);
	printf("%d %d\n", open("data.txt/x", O_RDONLY), errno == ENOTDIR);
	status("data.txt");
	status("new.txt");
	status("absent");
	status(".");
	status("sub");
	status("sub/inner.txt");
	status("");
	printf("%d %d %d\n", access("data.txt", R_OK), access("absent", F_OK), access("sub", F_OK));
	chmod("new.txt", 0600);
	status("new.txt");
	printf("%d %d %d\n", mkdir("made", 0755), mkdir("made", 0755), errno == EEXIST);
	status("made");
	fd = open("made/f", O_CREAT | O_WRONLY, 0644);
	close(fd);
	printf("%d %d\n", rmdir("made"), errno == ENOTEMPTY);
	printf("%d %d\n", unlink("made/f"), rmdir("made"));
	printf("%d %d\n", unlink("absent"), errno == ENOENT);
	printf("%d %d\n", unlink("sub"), rmdir("sub"));
	DIR *d = opendir("sub");
	char *names[8];
	int n = 0;
	for (struct dirent *e; (e = readdir(d));)
		names[n++] = strdup(e->d_name);
	closedir(d);
	for (int i = 0; i < n; i++)
		for (int j = i + 1; j < n; j++)
			if (strcmp(names[i], names[j]) > 0) {
				char *t = names[i];
				names[i] = names[j];
				names[j] = t;
			}
	for (int i = 0; i < n; i++)
		printf("%s ", names[i]);
	puts("");
	printf("%d %d\n", opendir("absent") == NULL, errno == ENOENT);
	printf("%d ", chdir("sub"));
	status("inner.txt");
	printf("%s\n", strrchr(getcwd(buf, sizeof buf), '/') ? strrchr(buf, '/') : "?");
	printf("%d\n", chdir(".."));
	status("sub/../data.txt");
	status("./sub/inner.txt");
	printf("%d %d\n", isatty(0), isatty(99));
	int out = dup(1);
	fflush(stdout);
	fd = open("captured.txt", O_CREAT | O_WRONLY | O_TRUNC, 0644);
	dup2(fd, 1);
	printf("goes to the file\n");
	fflush(stdout);
	dup2(out, 1);
	close(out);
	close(fd);
	printf("goes to stdout\n");
	FILE *f = fdopen(open("captured.txt", O_RDONLY), "r");
	printf("%s", fgets(buf, sizeof buf, f));
	fclose(f);
	fflush(stdout);
	write(1, "direct\n", 7);
	dprintf(1, "%s %d\n", "dprintf", 7);
	static const char *paths[] = {"/usr/lib", "/usr/", "usr", "/", ".", "..", "", "a/b/", "//a", "a//b"};
	for (int i = 0; i < 10; i++) {
		char a[32], b[32];
		strcpy(a, paths[i]);
		strcpy(b, paths[i]);
		printf("%s: %s %s\n", paths[i], dirname(a), basename(b));
	}
	static const char *patterns[] = {"*", "*.c", "a?c", "[a-c]*", "[!a]*", "a\\*", "*/x", "[[:digit:]]*", "a[", ""};
	static const char *subjects[] = {"abc", "x.c", "a*", "dir/x", "9lives", "", ".hid", "a["};
	for (int i = 0; i < 10; i++)
		for (int j = 0; j < 8; j++)
			printf("%d%d%d ", fnmatch(patterns[i], subjects[j], 0), fnmatch(patterns[i], subjects[j], FNM_PATHNAME), fnmatch(patterns[i], subjects[j], FNM_PERIOD));
	puts("");
	glob_t g;
	if (glob("*.txt", 0, NULL, &g) == 0)
		for (size_t i = 0; i < g.gl_pathc; i++)
			printf("%s ", g.gl_pathv[i]);
	globfree(&g);
	printf("%d\n", glob("*.nothing", 0, NULL, &g));
	char tmpl[] = "tmpXXXXXX";
	fd = mkstemp(tmpl);
	printf("%d %d\n", fd >= 0, strncmp(tmpl, "tmp", 3));
	unlink(tmpl);
	return 0;
}
