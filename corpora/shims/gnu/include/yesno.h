#pragma once
#include <stdbool.h>
bool yesno(void);
