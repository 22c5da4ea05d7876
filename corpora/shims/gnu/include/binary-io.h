#pragma once
#include "xbinary-io.h"
