/* Renaming that may refuse to replace. */
#pragma once
#include <stdio.h>
#ifndef RENAME_NOREPLACE
#define RENAME_NOREPLACE 1
#define RENAME_EXCHANGE 2
#define RENAME_WHITEOUT 4
#endif
int renameatu(int, char const *, int, char const *, unsigned int);
