/* Symbolic modes of files: declared alone. */
#pragma once
#include <stdbool.h>
#include <sys/types.h>
struct mode_change;
struct mode_change *mode_compile(char const *);
struct mode_change *mode_create_from_ref(char const *);
mode_t mode_adjust(mode_t, bool, mode_t, struct mode_change const *, mode_t *);
