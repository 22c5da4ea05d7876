#pragma once
#include <stdbool.h>
#include <stddef.h>
#ifndef DIRECTORY_SEPARATOR
#define DIRECTORY_SEPARATOR '/'
#endif
#define ISSLASH(c) ((c) == '/')
#define FILE_SYSTEM_PREFIX_LEN(name) 0
#define IS_ABSOLUTE_FILE_NAME(name) ISSLASH((name)[0])
#define IS_RELATIVE_FILE_NAME(name) (!IS_ABSOLUTE_FILE_NAME(name))
char *base_name(char const *);
char *dir_name(char const *);
char *mdir_name(char const *);
size_t base_len(char const *);
size_t dir_len(char const *);
char *last_component(char const *);
bool strip_trailing_slashes(char *);
