/* Names of temporary files: declared alone. */
#pragma once
#define GT_FILE 0
#define GT_DIR 1
#define GT_NOCREATE 2
int gen_tempname(char *, int suffix, int flags, int kind);
int gen_tempname_len(char *, int suffix, int flags, int kind, unsigned long int letters);
int try_tempname(char *, int suffix, void *, int (*)(char *, void *));
int try_tempname_len(char *, int suffix, void *, int (*)(char *, void *), unsigned long int letters);
