#pragma once
#include <dirent.h>
