#pragma once
#include <stdio.h>
#define RF_BINARY 0x1
#define RF_SENSITIVE 0x2
char *fread_file(FILE *, int flags, size_t *length);
char *read_file(char const *, int flags, size_t *length);
