#pragma once
#include <stdlib.h>
enum canonicalize_mode_t { CAN_EXISTING = 0, CAN_ALL_BUT_LAST = 1, CAN_MISSING = 2, CAN_MODE_MASK = 3, CAN_NOLINKS = 4 };
typedef enum canonicalize_mode_t canonicalize_mode_t;
char *canonicalize_filename_mode(char const *, canonicalize_mode_t);
