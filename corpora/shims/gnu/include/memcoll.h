#pragma once
#include "xmemcoll.h"
