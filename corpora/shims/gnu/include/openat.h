#pragma once
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
void openat_restore_fail(int) __attribute__((__noreturn__));
void openat_save_fail(int) __attribute__((__noreturn__));
int openat_permissive(int, char const *, int, mode_t, int *);
bool openat_needs_fchdir(void);
static inline int statat(int fd, char const *name, struct stat *st) { return fstatat(fd, name, st, 0); }
static inline int lstatat(int fd, char const *name, struct stat *st) { return fstatat(fd, name, st, AT_SYMLINK_NOFOLLOW); }
static inline int chownat(int fd, char const *name, uid_t o, gid_t g) { return fchownat(fd, name, o, g, 0); }
static inline int lchownat(int fd, char const *name, uid_t o, gid_t g) { return fchownat(fd, name, o, g, AT_SYMLINK_NOFOLLOW); }
static inline int chmodat(int fd, char const *name, mode_t m) { return fchmodat(fd, name, m, 0); }
static inline int lchmodat(int fd, char const *name, mode_t m) { return fchmodat(fd, name, m, AT_SYMLINK_NOFOLLOW); }
