#pragma once
void parse_long_options(int argc, char **argv, char const *command, char const *package, char const *version,
                        void (*usage)(int), ...);
void parse_gnu_standard_options_only(int argc, char **argv, char const *command, char const *package, char const *version,
                                     _Bool scan_all, void (*usage)(int), ...);
