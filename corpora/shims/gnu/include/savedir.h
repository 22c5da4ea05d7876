/* The names in a directory, each with a null byte behind it, one more at the
   end. */
#pragma once
char *savedir(char const *);
