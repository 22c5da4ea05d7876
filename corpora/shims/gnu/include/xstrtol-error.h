#pragma once
#include "xstrtol.h"
