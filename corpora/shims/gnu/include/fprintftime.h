#pragma once
#include <stdio.h>
#include <time.h>
size_t fprintftime(FILE *, char const *, struct tm const *, int utc, int ns);
