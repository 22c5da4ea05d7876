#pragma once
#include <sys/stat.h>
#include <time.h>
static inline long get_stat_atime_ns(struct stat const *st) { return st->st_atim.tv_nsec; }
static inline long get_stat_ctime_ns(struct stat const *st) { return st->st_ctim.tv_nsec; }
static inline long get_stat_mtime_ns(struct stat const *st) { return st->st_mtim.tv_nsec; }
static inline struct timespec get_stat_atime(struct stat const *st) { return st->st_atim; }
static inline struct timespec get_stat_ctime(struct stat const *st) { return st->st_ctim; }
static inline struct timespec get_stat_mtime(struct stat const *st) { return st->st_mtim; }
static inline struct timespec get_stat_birthtime(struct stat const *st)
{
	return (struct timespec){-1, -1};
}
