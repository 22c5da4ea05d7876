/* Tables of pointers: chains of entries in buckets. The number of buckets is
   an odd number without small divisors and grows with the entries. */
#include <config.h>
#include "hash.h"
#include <stdint.h>
#include <stdlib.h>
#include "hash-pjw.h"
#include "xalloc.h"

struct entry {
	void *data;
	struct entry *next;
};

struct hash_table {
	struct entry **buckets;
	size_t n_buckets, n_entries;
	Hash_tuning tuning;
	Hash_hasher hasher;
	Hash_comparator equal;
	Hash_data_freer freer;
};

static size_t hash_address(void const *p, size_t n)
{
	return (uintptr_t)p / 8 % n;
}

static bool same_address(void const *a, void const *b)
{
	return a == b;
}

void hash_reset_tuning(Hash_tuning *t)
{
	*t = (Hash_tuning){0.0f, 1.0f, 0.8f, 1.414f, false};
}

/* The smallest prime that is not below n. */
static size_t next_prime(size_t n)
{
	if (n < 11)
		n = 11;
	for (n |= 1;; n += 2) {
		size_t d = 3;
		while (d * d <= n && n % d)
			d += 2;
		if (d * d > n)
			return n;
	}
}

static size_t bucket_count(size_t candidate, Hash_tuning const *t)
{
	if (!t->is_n_buckets) {
		float n = candidate / t->growth_threshold;
		if ((float)SIZE_MAX <= n)
			return 0;
		candidate = n;
	}
	if (candidate > PTRDIFF_MAX / sizeof(struct entry *))
		return 0;
	return next_prime(candidate);
}

Hash_table *hash_initialize(size_t candidate, Hash_tuning const *tuning, Hash_hasher hasher, Hash_comparator equal,
                            Hash_data_freer freer)
{
	Hash_table *t = malloc(sizeof *t);
	if (!t)
		return NULL;
	if (tuning)
		t->tuning = *tuning;
	else
		hash_reset_tuning(&t->tuning);
	t->hasher = hasher ? hasher : hash_address;
	t->equal = equal ? equal : same_address;
	t->freer = freer;
	t->n_entries = 0;
	t->n_buckets = bucket_count(candidate, &t->tuning);
	t->buckets = t->n_buckets ? calloc(t->n_buckets, sizeof *t->buckets) : NULL;
	if (!t->buckets) {
		free(t);
		return NULL;
	}
	return t;
}

static struct entry **bucket(Hash_table const *t, void const *data)
{
	size_t n = t->hasher(data, t->n_buckets);
	if (n >= t->n_buckets)
		abort();
	return &t->buckets[n];
}

/* Where the pointer to an entry is, or would be. */
static struct entry **place(Hash_table const *t, void const *data)
{
	struct entry **p = bucket(t, data);
	while (*p && (*p)->data != data && !t->equal(data, (*p)->data))
		p = &(*p)->next;
	return p;
}

void *hash_lookup(Hash_table const *t, void const *data)
{
	struct entry *e = *place(t, data);
	return e ? e->data : NULL;
}

bool hash_rehash(Hash_table *t, size_t candidate)
{
	size_t n = bucket_count(candidate, &t->tuning), old = t->n_buckets;
	struct entry **from = t->buckets, **to = n ? calloc(n, sizeof *to) : NULL;
	if (!to)
		return false;
	t->buckets = to;
	t->n_buckets = n;
	for (size_t i = 0; i < old; i++)
		for (struct entry *e = from[i], *next; e; e = next) {
			next = e->next;
			struct entry **p = bucket(t, e->data);
			while (*p)
				p = &(*p)->next;
			e->next = NULL;
			*p = e;
		}
	free(from);
	return true;
}

int hash_insert_if_absent(Hash_table *t, void const *data, void const **present)
{
	if (!data)
		abort();
	struct entry *e = *place(t, data);
	if (e) {
		if (present)
			*present = e->data;
		return 0;
	}
	if (t->n_entries >= t->tuning.growth_threshold * t->n_buckets) {
		float n = t->n_buckets * t->tuning.growth_factor;
		if (!t->tuning.is_n_buckets)
			n *= t->tuning.growth_threshold;
		if ((float)SIZE_MAX <= n || !hash_rehash(t, n))
			return -1;
	}
	e = malloc(sizeof *e);
	if (!e)
		return -1;
	*e = (struct entry){(void *)data, NULL};
	*place(t, data) = e;
	t->n_entries++;
	return 1;
}

void *hash_insert(Hash_table *t, void const *data)
{
	void const *present;
	switch (hash_insert_if_absent(t, data, &present)) {
	case -1:
		return NULL;
	case 0:
		return (void *)present;
	}
	return (void *)data;
}

void *hash_remove(Hash_table *t, void const *data)
{
	struct entry **p = place(t, data), *e = *p;
	if (!e)
		return NULL;
	void *old = e->data;
	*p = e->next;
	free(e);
	t->n_entries--;
	return old;
}

void *hash_delete(Hash_table *t, void const *data)
{
	return hash_remove(t, data);
}

void hash_clear(Hash_table *t)
{
	for (size_t i = 0; i < t->n_buckets; i++) {
		for (struct entry *e = t->buckets[i], *next; e; e = next) {
			next = e->next;
			if (t->freer)
				t->freer(e->data);
			free(e);
		}
		t->buckets[i] = NULL;
	}
	t->n_entries = 0;
}

void hash_free(Hash_table *t)
{
	hash_clear(t);
	free(t->buckets);
	free(t);
}

static void *first_from(Hash_table const *t, size_t i)
{
	for (; i < t->n_buckets; i++)
		if (t->buckets[i])
			return t->buckets[i]->data;
	return NULL;
}

void *hash_get_first(Hash_table const *t)
{
	return first_from(t, 0);
}

void *hash_get_next(Hash_table const *t, void const *data)
{
	struct entry **b = bucket(t, data);
	for (struct entry *e = *b; e; e = e->next)
		if (e->data == data && e->next)
			return e->next->data;
	return first_from(t, b - t->buckets + 1);
}

size_t hash_do_for_each(Hash_table const *t, Hash_processor visit, void *arg)
{
	size_t n = 0;
	for (size_t i = 0; i < t->n_buckets; i++)
		for (struct entry *e = t->buckets[i]; e; e = e->next) {
			if (!visit(e->data, arg))
				return n;
			n++;
		}
	return n;
}

size_t hash_get_entries(Hash_table const *t, void **out, size_t room)
{
	size_t n = 0;
	for (size_t i = 0; i < t->n_buckets; i++)
		for (struct entry *e = t->buckets[i]; e && n < room; e = e->next)
			out[n++] = e->data;
	return n;
}

size_t hash_get_n_buckets(Hash_table const *t)
{
	return t->n_buckets;
}

size_t hash_get_n_buckets_used(Hash_table const *t)
{
	size_t n = 0;
	for (size_t i = 0; i < t->n_buckets; i++)
		n += t->buckets[i] != NULL;
	return n;
}

size_t hash_get_n_entries(Hash_table const *t)
{
	return t->n_entries;
}

size_t hash_get_max_bucket_length(Hash_table const *t)
{
	size_t longest = 0;
	for (size_t i = 0; i < t->n_buckets; i++) {
		size_t n = 0;
		for (struct entry *e = t->buckets[i]; e; e = e->next)
			n++;
		if (n > longest)
			longest = n;
	}
	return longest;
}

void hash_print_statistics(Hash_table const *t, FILE *f)
{
	fprintf(f, "entries: %zu, buckets: %zu, used: %zu, longest: %zu\n", t->n_entries, t->n_buckets, hash_get_n_buckets_used(t),
	        hash_get_max_bucket_length(t));
}

size_t hash_string(char const *s, size_t n)
{
	size_t value = 0;
	for (; *s; s++)
		value = (value * 31 + (unsigned char)*s) % n;
	return value;
}

size_t hash_pjw(void const *p, size_t n)
{
	size_t value = 0;
	for (char const *s = p; *s; s++)
		value = (unsigned char)*s + (value << 9 | value >> (sizeof value * 8 - 9));
	return value % n;
}
