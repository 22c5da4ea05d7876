#pragma once
#include <sys/stat.h>
char const *file_type(struct stat const *);
