#pragma once
int strintcmp(char const *, char const *);
int strnumcmp(char const *, char const *, int point, int sep);
