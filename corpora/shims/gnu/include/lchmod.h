#pragma once
#include <sys/stat.h>
#define lchmod chmod
