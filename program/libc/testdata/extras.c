/* Obstacks, locks, environment of one thread, once, poll, math generics. */
#include <obstack.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tgmath.h>

#define obstack_chunk_alloc malloc
#define obstack_chunk_free free

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void begin(void)
{
	puts("once");
}

int main(void)
{
	struct obstack h;
	obstack_init(&h);
	char *first = obstack_copy0(&h, "first", 5);
	obstack_grow(&h, "gro", 3);
	obstack_1grow(&h, 'w');
	obstack_grow0(&h, "n", 1);
	printf("%d\n", (int)obstack_object_size(&h));
	char *second = obstack_finish(&h);
	int *numbers = obstack_alloc(&h, 10 * sizeof *numbers);
	for (int i = 0; i < 10; i++)
		numbers[i] = i * i;
	printf("%s %s %d\n", first, second, numbers[9]);
	obstack_free(&h, second);
	char *third = obstack_copy(&h, "third", 6);
	printf("%s %s\n", first, third);
	for (int i = 0; i < 1000; i++)
		obstack_ptr_grow(&h, first);
	char **table = obstack_finish(&h);
	printf("%s\n", table[999]);
	obstack_free(&h, NULL);
	pthread_once(&once, begin);
	pthread_once(&once, begin);
	printf("%d ", pthread_mutex_lock(&lock));
	printf("%d ", pthread_mutex_trylock(&lock) != 0);
	printf("%d\n", pthread_mutex_unlock(&lock));
	pthread_key_t key;
	pthread_key_create(&key, NULL);
	pthread_setspecific(key, "value");
	printf("%s\n", (char *)pthread_getspecific(key));
	float f = 2;
	long double l = 2;
	printf("%zu %zu %zu %g\n", sizeof(sqrt(f)), sizeof(sqrt(l)), sizeof(sqrt(2)), pow(f, 3));
	return 0;
}
