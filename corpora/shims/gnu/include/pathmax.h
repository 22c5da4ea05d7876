#pragma once
#include <limits.h>
#ifndef PATH_MAX
#define PATH_MAX 4096
#endif
