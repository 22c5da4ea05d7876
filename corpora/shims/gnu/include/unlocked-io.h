/* Programs with one thread need no locks, but none to avoid either. */
#pragma once
#include <stdio.h>
