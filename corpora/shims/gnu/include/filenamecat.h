#pragma once
char *file_name_concat(char const *dir, char const *base, char **base_in_result);
char *mfile_name_concat(char const *dir, char const *base, char **base_in_result);
