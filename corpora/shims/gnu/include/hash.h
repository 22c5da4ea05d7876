/* Tables of pointers. An entry is never null. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef size_t (*Hash_hasher)(void const *, size_t);
typedef bool (*Hash_comparator)(void const *, void const *);
typedef void (*Hash_data_freer)(void *);
typedef bool (*Hash_processor)(void *, void *);

struct hash_tuning {
	float shrink_threshold;
	float shrink_factor;
	float growth_threshold;
	float growth_factor;
	bool is_n_buckets;
};
typedef struct hash_tuning Hash_tuning;
typedef struct hash_table Hash_table;

size_t hash_get_n_buckets(Hash_table const *);
size_t hash_get_n_buckets_used(Hash_table const *);
size_t hash_get_n_entries(Hash_table const *);
size_t hash_get_max_bucket_length(Hash_table const *);
void hash_print_statistics(Hash_table const *, FILE *);
void *hash_lookup(Hash_table const *, void const *);
void *hash_get_first(Hash_table const *);
void *hash_get_next(Hash_table const *, void const *);
size_t hash_get_entries(Hash_table const *, void **, size_t);
size_t hash_do_for_each(Hash_table const *, Hash_processor, void *);
size_t hash_string(char const *, size_t);
void hash_reset_tuning(Hash_tuning *);
Hash_table *hash_initialize(size_t, Hash_tuning const *, Hash_hasher, Hash_comparator, Hash_data_freer);
void hash_clear(Hash_table *);
void hash_free(Hash_table *);
bool hash_rehash(Hash_table *, size_t);
void *hash_insert(Hash_table *, void const *);
int hash_insert_if_absent(Hash_table *, void const *, void const **);
void *hash_delete(Hash_table *, void const *);
void *hash_remove(Hash_table *, void const *);
