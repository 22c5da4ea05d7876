#pragma once
#include <sys/stat.h>
#include <sys/types.h>
void strmode(mode_t, char *);
void filemodestring(struct stat const *, char *);
