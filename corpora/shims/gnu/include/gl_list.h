#pragma once
#include "gl_xlist.h"
