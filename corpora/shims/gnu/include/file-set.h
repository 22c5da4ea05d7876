#pragma once
#include <stdbool.h>
#include <sys/stat.h>
#include "hash.h"
void record_file(Hash_table *, char const *, struct stat const *);
bool seen_file(Hash_table const *, char const *, struct stat const *);
