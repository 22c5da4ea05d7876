#pragma once
#include <stdbool.h>
#include <sys/types.h>
char const *parse_user_spec(char const *, uid_t *, gid_t *, char **user, char **group);
char const *parse_user_spec_warn(char const *, uid_t *, gid_t *, char **user, char **group, bool *warn);
