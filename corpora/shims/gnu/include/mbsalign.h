#pragma once
#include <stddef.h>
typedef enum { MBS_ALIGN_LEFT, MBS_ALIGN_RIGHT, MBS_ALIGN_CENTER } mbs_align_t;
enum { MBA_UNIBYTE_FALLBACK = 1, MBA_UNIBYTE_ONLY = 2, MBA_NO_LEFT_PAD = 4, MBA_NO_RIGHT_PAD = 8 };
size_t mbsalign(char const *, char *, size_t, size_t *width, mbs_align_t, int flags);
