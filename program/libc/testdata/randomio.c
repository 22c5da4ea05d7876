/* Random sequences of operations on streams, from a fixed seed. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long state = 12345;

static unsigned next(unsigned n)
{
	state = state * 6364136223846793005UL + 1442695040888963407UL;
	return (unsigned)(state >> 33) % n;
}

static void operate(FILE *f, int *last)
{
	char buf[9000];
	int op = next(14), n, c;
	/* the standard wants a repositioning between reading and writing */
	int reads = op <= 4 || op == 12, writes = op >= 5 && op <= 8;
	if (reads && *last == 2 || writes && *last == 1) {
		fseek(f, 0, SEEK_CUR);
		*last = 0;
	}
	if (reads)
		*last = 1;
	if (writes)
		*last = 2;
	switch (op) {
	case 0:
		printf("getc %d", getc(f));
		break;
	case 1:
		n = next(6000);
		c = (int)fread(buf, 1, n, f);
		printf("fread %d %d", n, c);
		if (c)
			printf(" %d %d", buf[0], buf[c - 1]);
		break;
	case 2:
		n = 1 + next(200);
		printf("fgets %d", n);
		if (fgets(buf, n, f))
			printf(" %zu %d", strlen(buf), buf[0]);
		break;
	case 3:
		c = getc(f);
		printf("unget %d", c);
		if (c != EOF)
			printf(" %d", ungetc(next(3) ? c : 'U', f));
		break;
	case 4:
		n = (int)fread(buf, 7, 1 + next(50), f);
		printf("fread7 %d", n);
		break;
	case 5:
		printf("putc %d", putc('a' + next(26), f));
		break;
	case 6:
		n = next(5000);
		for (int i = 0; i < n; i++)
			buf[i] = i % 60 ? 'A' + i % 26 : '\n';
		printf("fwrite %d", (int)fwrite(buf, 1, n, f));
		break;
	case 7:
		printf("fputs %d", fputs("text\n", f) >= 0);
		break;
	case 8:
		printf("fprintf %d", fprintf(f, "%d %s\n", next(1000), "printf"));
		break;
	case 9:
		n = next(9000);
		printf("set %d %d", n, fseek(f, n, SEEK_SET));
		*last = 0;
		break;
	case 10:
		n = (int)next(2000) - 1000;
		printf("cur %d %d", n, fseek(f, n, SEEK_CUR));
		*last = 0;
		break;
	case 11:
		n = -(int)next(500);
		printf("end %d %d", n, fseek(f, n, SEEK_END));
		*last = 0;
		break;
	case 12:
		n = -1;
		c = fscanf(f, "%d", &n);
		printf("fscanf %d %d", c, n);
		break;
	case 13:
		if (next(4)) {
			if (*last == 2)
				printf("fflush %d", fflush(f));
		} else {
			rewind(f);
			*last = 0;
		}
		break;
	}
	printf(" at %ld eof %d err %d\n", ftell(f), feof(f) != 0, ferror(f) != 0);
}

static unsigned checksum(const char *name)
{
	FILE *f = fopen(name, "r");
	unsigned h = 0;
	for (int c; (c = getc(f)) != EOF;)
		h = h * 31 + c;
	fclose(f);
	return h;
}

int main(void)
{
	static const char *modes[] = {"w+", "r+", "a+", "r", "w", "a"};
	for (int round = 0; round < 60; round++) {
		const char *mode = modes[round % 6];
		FILE *f = fopen("random.bin", mode);
		int last = 0, kind = next(4);
		if (kind == 1)
			setvbuf(f, NULL, _IONBF, 0);
		else if (kind == 2)
			setvbuf(f, NULL, _IOLBF, 0);
		printf("mode %s buffering %d\n", mode, kind);
		for (int i = 0; i < 60; i++)
			operate(f, &last);
		fclose(f);
		printf("sum %u\n", checksum("random.bin"));
	}
	return 0;
}
