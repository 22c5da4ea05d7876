#pragma once
double cl_strtod(char const *, char **);
long double cl_strtold(char const *, char **);
