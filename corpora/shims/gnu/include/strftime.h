#pragma once
#include <time.h>
size_t nstrftime(char *, size_t, char const *, struct tm const *, int utc, int ns);
