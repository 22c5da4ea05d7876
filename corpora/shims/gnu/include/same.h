#pragma once
#include <stdbool.h>
bool same_name(char const *, char const *);
