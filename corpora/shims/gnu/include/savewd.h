/* Working directories to come back to: declared alone. */
#pragma once
#include <stdbool.h>
#include <sys/types.h>
struct savewd {
	int state, value;
};
enum { SAVEWD_CHDIR_NOFOLLOW = 1, SAVEWD_CHDIR_READABLE = 2, SAVEWD_CHDIR_SKIP_READABLE = 4 };
static inline void savewd_init(struct savewd *wd) { wd->state = wd->value = 0; }
int savewd_chdir(struct savewd *, char const *, int, int[2]);
int savewd_errno(struct savewd const *);
int savewd_restore(struct savewd *, int);
void savewd_finish(struct savewd *);
int savewd_process_files(int, char **, int (*)(char *, struct savewd *, void *), void *);
