#pragma once
#include <assert.h>
#include "verify.h"
#define affirm(e) assert(e)
#define assure(e) assert(e)
