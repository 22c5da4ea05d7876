/* Closing standard output so that errors on the way are noticed. */
#pragma once
#include <stdbool.h>
void close_stdout(void);
void close_stdout_set_file_name(char const *);
void close_stdout_set_status(int);
void close_stdout_set_ignore_EPIPE(bool);
