/* Directories with those that they lie in: declared alone. */
#pragma once
#include <stdbool.h>
#include <sys/types.h>
struct savewd;
bool make_dir_parents(char *, struct savewd *, int (*)(char const *, char const *, void *), void *, mode_t,
                      void (*)(char const *, void *), mode_t, uid_t, gid_t, bool);
