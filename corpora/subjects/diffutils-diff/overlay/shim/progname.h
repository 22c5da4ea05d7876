#include "shim.h"
extern char const *program_name;
