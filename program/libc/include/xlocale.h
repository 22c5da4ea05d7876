#ifndef _XLOCALE_H
#define _XLOCALE_H
#include <locale.h>
#endif
