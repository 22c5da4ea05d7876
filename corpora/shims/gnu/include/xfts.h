#pragma once
#include <stdbool.h>
#include "fts_.h"
FTS *xfts_open(char *const *, int, int (*)(FTSENT const **, FTSENT const **));
bool cycle_warning_required(FTS const *, FTSENT const *);
