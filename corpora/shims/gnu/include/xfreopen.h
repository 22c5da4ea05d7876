#pragma once
#include <stdio.h>
void xfreopen(char const *name, char const *mode, FILE *);
