#ifndef _STDINT_GCC_H
#define _STDINT_GCC_H
#include <stdint.h>

#endif
