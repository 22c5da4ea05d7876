#include <config.h>
#include "version.h"
char const *Version = VERSION;
