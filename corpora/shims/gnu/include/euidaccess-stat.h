#pragma once
#include <stdbool.h>
#include <sys/stat.h>
bool euidaccess_stat(struct stat const *, int mode);
