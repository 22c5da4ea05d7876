/* What portability libraries ask for: the insides of streams where glibc has
   them, and functions to fall back from. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <sys/ucontext.h>
#include <unistd.h>

struct insides {
	int flags;
	char *read_ptr, *read_end, *read_base;
	char *write_base, *write_ptr, *write_end;
	char *buf_base, *buf_end;
	char *save_base, *backup_base, *save_end;
};

#define AT_EOF 0x10
#define ERROR 0x20
#define BACKED_UP 0x100

static void show(const char *when, FILE *f)
{
	struct insides *s = (struct insides *)f;
	printf("%s:", when);
	if (s->write_ptr > s->write_base)
		printf(" %d to write", (int)(s->write_ptr - s->write_base));
	int ahead = (int)(s->read_end - s->read_ptr);
	if (s->flags & BACKED_UP)
		ahead += (int)(s->save_end - s->save_base);
	printf(" %d to read%s%s\n", ahead, s->flags & AT_EOF ? ", at the end" : "", s->flags & ERROR ? ", failed" : "");
}

static void streams(void)
{
	FILE *f = fopen("stream.txt", "w+");
	show("fresh", f);
	fputs("hello world\n", f);
	show("written", f);
	fputc('!', f);
	show("more", f);
	fflush(f);
	show("flushed", f);
	rewind(f);
	show("rewound", f);
	fgetc(f);
	show("one read", f);
	struct insides *s = (struct insides *)f;
	printf("next are %.5s\n", s->read_ptr);
	s->read_ptr += 5;
	printf("skipped to %c\n", fgetc(f));
	ungetc('w', f);
	show("pushed back", f);
	while (fgetc(f) != EOF)
		;
	show("all read", f);
	s->flags |= ERROR;
	printf("%d %d\n", ferror(f) != 0, feof(f) != 0);
	clearerr(f);
	show("cleared", f);
	fseek(f, 0, SEEK_SET);
	fputs("HE", f);
	show("written again", f);
	fclose(f);
	f = fopen("stream.txt", "r");
	fputc('x', f);
	show("wrong way", f);
	fclose(f);
}

static void semaphores(void)
{
	sem_t s;
	int v;
	printf("%d", sem_init(&s, 0, 1));
	printf(" %d", sem_wait(&s));
	printf(" %d", sem_trywait(&s));
	printf(" %d", errno == EAGAIN);
	printf(" %d", sem_post(&s));
	sem_getvalue(&s, &v);
	printf(" %d %d\n", v, sem_destroy(&s));
}

static void processors(void)
{
	cpu_set_t set;
	struct sysinfo info;
	printf("%d", sched_getaffinity(0, 3, &set));
	printf(" %d", sched_getaffinity(0, sizeof set, &set));
	printf(" %d %d", CPU_COUNT(&set) > 0, sched_setaffinity(0, sizeof set, &set));
	CPU_ZERO(&set);
	printf(" %d %d", CPU_COUNT(&set), sched_setaffinity(0, sizeof set, &set));
	CPU_SET(3, &set);
	CPU_SET(70, &set);
	CPU_SET(1023, &set);
	CPU_CLR(3, &set);
	printf(" %d %d %d\n", CPU_COUNT(&set), CPU_ISSET(3, &set), CPU_ISSET(70, &set));
	printf("%d", sysinfo(&info));
	printf(" %d %d\n", info.totalram >= info.freeram, (int)sizeof info);
}

int main(void)
{
	streams();
	processors();
	semaphores();
	char name[] = "tempXXXXXX";
	int fd = mkostemp(name, O_APPEND);
	printf("%d %d\n", fd >= 0, (fcntl(fd, F_GETFL) & (O_APPEND | O_ACCMODE)) == (O_APPEND | O_RDWR));
	unlink(name);
	printf("%d %d\n", euidaccess("stream.txt", R_OK), euidaccess("missing", R_OK));
	ucontext_t context;
	printf("%d %d\n", (int)sizeof context.uc_mcontext.gregs, (int)((char *)&context.uc_mcontext.gregs[REG_RIP] - (char *)&context));
	return 0;
}
