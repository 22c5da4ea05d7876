#pragma once
#include <sys/stat.h>
enum { UTIMECMP_TRUNCATE_SOURCE = 1 };
int utimecmp(char const *, struct stat const *, struct stat const *, int);
