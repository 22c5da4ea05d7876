/* Streams over files: modes, positions, buffering, pushback, errors. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void show(const char *name)
{
	FILE *f = fopen(name, "r");
	int c;
	printf("%s: ", name);
	if (!f) {
		printf("%s\n", strerror(errno));
		return;
	}
	while ((c = getc(f)) != EOF)
		if (c == '\n')
			printf("\\n");
		else if (c < ' ')
			printf("\\%o", c);
		else
			putchar(c);
	printf(" eof=%d err=%d\n", feof(f) != 0, ferror(f) != 0);
	fclose(f);
}

static void modes(void)
{
	static const char *list[] = {"r", "w", "a", "r+", "w+", "a+", "wx", "rb", "q"};
	for (int i = 0; i < 9; i++) {
		FILE *f = fopen("mode.txt", "w");
		fputs("0123456789", f);
		fclose(f);
		errno = 0;
		f = fopen("mode.txt", list[i]);
		printf("%s: %s ", list[i], f ? "ok" : strerror(errno));
		if (!f) {
			puts("");
			continue;
		}
		char buf[16] = "";
		errno = 0;
		size_t n = fread(buf, 1, 4, f);
		printf("read %zu [%s] %d ", n, buf, errno);
		clearerr(f);
		fseek(f, 2, SEEK_SET);
		errno = 0;
		n = fwrite("AB", 1, 2, f);
		printf("wrote %zu %d at %ld err %d ", n, errno, ftell(f), ferror(f) != 0);
		fseek(f, 0, SEEK_END);
		printf("end %ld\n", ftell(f));
		fclose(f);
		show("mode.txt");
	}
}

static void positions(void)
{
	FILE *f = fopen("pos.bin", "w+");
	for (int i = 0; i < 6000; i++)
		putc(i % 251, f);
	printf("%ld\n", ftell(f));
	rewind(f);
	long sum = 0;
	for (long at = 0; at < 6000; at += 997) {
		fseek(f, at, SEEK_SET);
		sum = sum * 3 + getc(f);
		fseek(f, 10, SEEK_CUR);
		sum = sum * 3 + getc(f);
		printf("%ld ", ftell(f));
	}
	fseek(f, -5, SEEK_END);
	printf("%ld %d %ld\n", sum, getc(f), ftell(f));
	fseek(f, 100, SEEK_SET);
	fputs("patch", f);
	fseek(f, 98, SEEK_SET);
	for (int i = 0; i < 9; i++)
		printf("%d ", getc(f));
	printf("%ld\n", ftell(f));
	printf("%d %d\n", fseek(f, -1, SEEK_SET), errno == EINVAL);
	fseek(f, 7000, SEEK_SET);
	putc('x', f);
	fflush(f);
	fseek(f, 6500, SEEK_SET);
	printf("%d ", getc(f));
	fseek(f, 0, SEEK_END);
	printf("%ld\n", ftell(f));
	fpos_t p;
	fseek(f, 50, SEEK_SET);
	fgetpos(f, &p);
	int a = getc(f);
	fsetpos(f, &p);
	printf("%d\n", a == getc(f));
	fclose(f);
}

static void pushback(void)
{
	FILE *f = fopen("in.txt", "r");
	int c = getc(f);
	ungetc(c, f);
	printf("%c", getc(f));
	ungetc('Z', f);
	printf("%c%c ", getc(f), getc(f));
	while (getc(f) != EOF)
		;
	printf("%d ", feof(f) != 0);
	ungetc('!', f);
	printf("%d %c %d\n", feof(f) != 0, getc(f), getc(f));
	fseek(f, 0, SEEK_SET);
	ungetc('q', f);
	fseek(f, 1, SEEK_SET);
	printf("%c\n", getc(f));
	fclose(f);
}

static void lines(void)
{
	FILE *f = fopen("in.txt", "r");
	char buf[10], *line = NULL;
	size_t size = 0;
	while (fgets(buf, sizeof buf, f))
		printf("[%s]", buf);
	rewind(f);
	ssize_t n;
	while ((n = getline(&line, &size, f)) != -1)
		printf("{%zd:%s}", n, line);
	rewind(f);
	while ((n = getdelim(&line, &size, ' ', f)) != -1)
		printf("<%zd>", n);
	free(line);
	printf("\n");
	fclose(f);
}

int main(void)
{
	show("in.txt");
	show("absent.txt");
	show("nodir/absent.txt");
	modes();
	positions();
	pushback();
	lines();
	FILE *f = fopen("out.txt", "w");
	fprintf(f, "%s %d\n", "formatted", 42);
	fputs("more\n", f);
	putw(0x01020304, f);
	printf("%d %ld\n", fileno(f) > 2, ftell(f));
	fclose(f);
	show("out.txt");
	f = fopen("out.txt", "a");
	printf("%ld ", ftell(f));
	fputs("appended", f);
	printf("%ld\n", ftell(f));
	fclose(f);
	show("out.txt");
	printf("%d ", rename("out.txt", "moved.txt"));
	show("out.txt");
	show("moved.txt");
	printf("%d %d\n", remove("in.txt"), remove("in.txt"));
	show("in.txt");
	f = tmpfile();
	fputs("temporary", f);
	rewind(f);
	char buf[32] = "";
	printf("%zu %s\n", fread(buf, 1, sizeof buf - 1, f), buf);
	fclose(f);
	f = fmemopen(buf, sizeof buf, "w+");
	fprintf(f, "mem %d", 7);
	fflush(f);
	rewind(f);
	int v = 0;
	printf("%d %d %s\n", fscanf(f, "mem %d", &v), v, buf);
	fclose(f);
	char *dyn;
	size_t size;
	f = open_memstream(&dyn, &size);
	for (int i = 0; i < 100; i++)
		fprintf(f, "%d,", i);
	fclose(f);
	printf("%zu %.20s\n", size, dyn);
	free(dyn);
	f = fopen("block.bin", "wb");
	setvbuf(f, NULL, _IOFBF, 16);
	struct { short a; int b; } recs[3] = {{1, 2}, {3, 4}, {5, 6}};
	memset(recs, 0, sizeof recs);
	recs[1].b = 0x41424344;
	printf("%zu\n", fwrite(recs, sizeof *recs, 3, f));
	fclose(f);
	f = fopen("block.bin", "rb");
	printf("%zu ", fread(recs, sizeof *recs, 5, f));
	printf("%x %d\n", recs[1].b, feof(f) != 0);
	fclose(f);
	f = fopen("line.txt", "w");
	setvbuf(f, NULL, _IOLBF, 0);
	fputs("one\ntwo", f);
	show("line.txt");
	fclose(f);
	show("line.txt");
	f = fopen("raw.txt", "w");
	setbuf(f, NULL);
	fputs("unbuffered", f);
	show("raw.txt");
	fclose(f);
	f = freopen("re.txt", "w", fopen("other.txt", "w"));
	fputs("reopened", f);
	fclose(f);
	show("re.txt");
	errno = ENOENT;
	perror("perror");
	errno = EINTR;
	perror(NULL);
	printf("%s\n", fgets(buf, sizeof buf, stdin));
	if (!freopen("stdin.txt", "r", stdin))
		puts("no stdin.txt");
	printf("%s", fgets(buf, sizeof buf, stdin));
	if (!freopen("stdout.txt", "w", stdout))
		return 1;
	printf("into a file\n");
	return 5;
}
