#pragma once
#include "closeout.h"
void close_stdin(void);
void close_stdin_set_file_name(char const *);
