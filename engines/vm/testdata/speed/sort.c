/* Sorting: quicksort over structures through a comparison function, merge sort
   of a linked list, a binary heap. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person {
	char name[12];
	int age;
	double score;
};

typedef int compare(const void *, const void *);

static void swap(char *a, char *b, size_t n)
{
	while (n--) {
		char t = *a;
		*a++ = *b;
		*b++ = t;
	}
}

static void quick(char *base, long n, size_t size, compare *cmp)
{
	while (n > 8) {
		char *lo = base, *hi = base + (n - 1) * size;
		char pivot[sizeof(struct person)];
		memcpy(pivot, base + n / 2 * size, size);
		while (lo <= hi) {
			while (cmp(lo, pivot) < 0)
				lo += size;
			while (cmp(hi, pivot) > 0)
				hi -= size;
			if (lo <= hi) {
				swap(lo, hi, size);
				lo += size;
				hi -= size;
			}
		}
		quick(base, (hi - base) / (long)size + 1, size, cmp);
		n -= (lo - base) / (long)size;
		base = lo;
	}
	for (long i = 1; i < n; i++)
		for (char *p = base + i * size; p > base && cmp(p - size, p) > 0; p -= size)
			swap(p - size, p, size);
}

static int by_age(const void *a, const void *b)
{
	const struct person *p = a, *q = b;
	if (p->age != q->age)
		return p->age < q->age ? -1 : 1;
	return strcmp(p->name, q->name);
}

static int by_score(const void *a, const void *b)
{
	double x = ((const struct person *)a)->score, y = ((const struct person *)b)->score;
	return x < y ? -1 : x > y;
}

struct node {
	struct node *next;
	int key;
};

static struct node *merge_sort(struct node *list)
{
	if (!list || !list->next)
		return list;
	struct node *slow = list, *fast = list->next;
	while (fast && fast->next) {
		slow = slow->next;
		fast = fast->next->next;
	}
	struct node *right = slow->next, head, *tail = &head;
	slow->next = NULL;
	list = merge_sort(list);
	right = merge_sort(right);
	while (list && right) {
		struct node **least = list->key <= right->key ? &list : &right;
		tail->next = *least;
		tail = *least;
		*least = (*least)->next;
	}
	tail->next = list ? list : right;
	return head.next;
}

static unsigned state = 42;

static unsigned next(void)
{
	state ^= state << 13;
	state ^= state >> 17;
	state ^= state << 5;
	return state;
}

static unsigned heap_sort(int n)
{
	int *h = malloc((n + 1) * sizeof *h), size = 0;
	unsigned sum = 0;
	for (int i = 0; i < n; i++) {
		int k = ++size;
		h[k] = next() & 0xFFFFFF;
		for (; k > 1 && h[k] < h[k / 2]; k /= 2) {
			int t = h[k];
			h[k] = h[k / 2];
			h[k / 2] = t;
		}
	}
	while (size) {
		sum = sum * 33 + h[1];
		h[1] = h[size--];
		for (int k = 1, m; (m = 2 * k) <= size; k = m) {
			if (m < size && h[m + 1] < h[m])
				m++;
			if (h[k] <= h[m])
				break;
			int t = h[k];
			h[k] = h[m];
			h[m] = t;
		}
	}
	free(h);
	return sum;
}

static unsigned all(void)
{
	int n = 60000;
	struct person *people = malloc(n * sizeof *people);
	for (int i = 0; i < n; i++) {
		memset(&people[i], 0, sizeof people[i]);
		for (int k = 0; k < 8; k++)
			people[i].name[k] = 'a' + next() % 26;
		people[i].age = next() % 100;
		people[i].score = next() / 4294967296.0;
	}
	unsigned sum = 0;
	for (int round = 0; round < 4; round++) {
		quick((char *)people, n, sizeof *people, round & 1 ? by_score : by_age);
		sum = sum * 31 + people[n / 3].age + people[n / 2].name[3];
	}
	struct node *list = NULL;
	for (int i = 0; i < 100000; i++) {
		struct node *p = malloc(sizeof *p);
		p->next = list;
		p->key = next() >> 8;
		list = p;
	}
	list = merge_sort(list);
	for (struct node *p = list; p; p = p->next)
		sum = sum * 31 + p->key;
	for (int i = 0; i < 5; i++)
		sum += heap_sort(80000);
	while (list) {
		struct node *p = list;
		list = p->next;
		free(p);
	}
	free(people);
	return sum;
}

int main(int argc, char **argv)
{
	unsigned sum = 0;
	for (int rounds = argc > 1 ? atoi(argv[1]) : 1; rounds > 0; rounds--)
		sum += all();
	printf("%u\n", sum);
	return 0;
}
