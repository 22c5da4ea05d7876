#pragma once
char const *proper_name(char const *);
char const *proper_name_lite(char const *ascii, char const *utf8);
char const *proper_name_utf8(char const *ascii, char const *utf8);
