/* There are no security labels. */
#pragma once
#include <errno.h>
#include <stdbool.h>
#include <sys/types.h>
static inline ssize_t smack_new_label_from_self(char **label) { (void)label; errno = ENOTSUP; return -1; }
static inline int smack_set_label_for_self(char const *label) { (void)label; errno = ENOTSUP; return -1; }
static inline bool is_smack_enabled(void) { return false; }
