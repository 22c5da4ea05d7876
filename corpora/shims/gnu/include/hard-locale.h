#pragma once
#include <stdbool.h>
static inline bool hard_locale(int category) { return false; }
