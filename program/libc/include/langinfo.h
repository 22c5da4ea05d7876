#ifndef _LANGINFO_H
#define _LANGINFO_H
#include <locale.h>
typedef int nl_item;
#define CODESET 14
#define RADIXCHAR 65536
#define THOUSEP 65537
#define D_T_FMT 131112
#define D_FMT 131113
#define T_FMT 131114
#define T_FMT_AMPM 131115
#define AM_STR 131110
#define PM_STR 131111
#define ABDAY_1 131072
#define ABDAY_7 131078
#define DAY_1 131079
#define DAY_7 131085
#define ABMON_1 131086
#define ABMON_12 131097
#define MON_1 131098
#define MON_12 131109
#define YESEXPR 327680
#define NOEXPR 327681
#define CRNCYSTR 262159
char *nl_langinfo(nl_item);
#endif
