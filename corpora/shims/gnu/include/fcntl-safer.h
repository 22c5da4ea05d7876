/* Descriptors 0 to 2 are open when the program begins: nothing to do. */
#pragma once
#include <fcntl.h>
#define openat_safer openat
#define open_safer open
