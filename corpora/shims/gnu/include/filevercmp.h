#pragma once
int filevercmp(char const *, char const *);
