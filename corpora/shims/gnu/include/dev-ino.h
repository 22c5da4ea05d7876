#pragma once
#include <sys/types.h>
struct dev_ino {
	ino_t st_ino;
	dev_t st_dev;
};
