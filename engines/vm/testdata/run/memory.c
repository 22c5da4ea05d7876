/* Structures, unions, bit-fields, arrays of arrays, copies, malloc family. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stddef.h>

struct pair { char tag; int value; };
struct bits { unsigned a : 3, b : 7; int c : 5; unsigned long d : 40; };
union word { unsigned u; unsigned char c[4]; float f; };
struct deep { struct pair p[3]; union word w; struct { short x, y; }; char name[5]; };

static struct pair make(char t, int v) { struct pair p = {t, v}; return p; }
static int total(struct pair p, struct deep d) { p.value += d.p[1].value; d.x++; return p.value + d.x; }

static int grid[4][5][6];
static struct deep global = {.p = {[1] = {'q', 7}}, .w.u = 0x41424344, .y = -3, .name = "abcd"};

int main(void)
{
	struct deep d = global;
	printf("%c %d %c %d %s %d\n", d.p[1].tag, d.p[1].value, d.w.c[1], d.y, d.name, (int)sizeof d);
	struct pair m = make('z', 41);
	printf("%d %c %d\n", total(m, d), m.tag, d.x);
	struct bits b = {5, 100, -7, 0x123456789a};
	b.a += 4;
	b.c--;
	b.d <<= 3;
	printf("%u %u %d %lx\n", b.a, b.b, b.c, (unsigned long)b.d);
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 5; j++)
			for (int k = 0; k < 6; k++)
				grid[i][j][k] = i * 100 + j * 10 + k;
	int sum = 0, *flat = &grid[0][0][0];
	for (int (*p)[5][6] = grid; p < grid + 4; p++)
		sum += (*p)[2][3];
	printf("%d %d %td\n", sum, grid[3][4][5], &grid[2][1][4] - flat);
	char *s = malloc(10);
	strcpy(s, "hello");
	s = realloc(s, 100000);
	for (int i = 5; i < 99999; i++)
		s[i] = 'a' + i % 26;
	s[99999] = 0;
	memmove(s + 3, s, 1000);
	memmove(s, s + 1, 1000);
	printf("%zu %.20s\n", strlen(s), s);
	int *z = calloc(1000, sizeof *z);
	for (int i = 0; i < 1000; i += 3)
		z[i] = i;
	sum = 0;
	for (int i = 0; i < 1000; i++)
		sum += z[i];
	printf("%d %d\n", sum, memcmp(z, z + 1, 4) < 0);
	free(z);
	free(s);
	free(NULL);
	struct pair *list[300];
	for (int i = 0; i < 300; i++) {
		list[i] = malloc(sizeof **list);
		*list[i] = make('a' + i % 26, i);
	}
	for (int i = 0; i < 300; i += 2)
		free(list[i]);
	for (int i = 1; i < 300; i += 2) {
		sum += list[i]->value + list[i]->tag;
		free(list[i]);
	}
	union word w;
	w.f = 1.5f;
	printf("%d %x %d\n", sum, w.u, (int)offsetof(struct deep, name));
	return 0;
}
