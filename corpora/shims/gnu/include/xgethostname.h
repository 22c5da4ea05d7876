#pragma once
char *xgethostname(void);
