#pragma once
#include <sys/types.h>
int fd_reopen(int, char const *, int, mode_t);
