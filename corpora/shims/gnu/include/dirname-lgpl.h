#pragma once
#include "dirname.h"
