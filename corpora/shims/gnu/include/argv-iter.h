/* Arguments, or texts with null bytes behind them in a stream. */
#pragma once
#include <stddef.h>
#include <stdio.h>
struct argv_iterator;
enum argv_iter_err { AI_ERR_OK = 1, AI_ERR_EOF, AI_ERR_MEM, AI_ERR_READ };
struct argv_iterator *argv_iter_init_argv(char **);
struct argv_iterator *argv_iter_init_stream(FILE *);
char *argv_iter(struct argv_iterator *, enum argv_iter_err *);
size_t argv_iter_n_args(struct argv_iterator const *);
void argv_iter_free(struct argv_iterator *);
