#pragma once
#include "xtime.h"
xtime_t gethrxtime(void);
