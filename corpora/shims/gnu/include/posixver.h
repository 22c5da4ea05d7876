#pragma once
int posix2_version(void);
