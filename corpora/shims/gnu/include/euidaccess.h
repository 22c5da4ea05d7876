#pragma once
#include <unistd.h>
int euidaccess(char const *, int);
