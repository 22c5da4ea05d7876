/* The machine that programs run on: one processor and a gibibyte. */
#include <config.h>
#include "gethrxtime.h"
#include "nproc.h"
#include "physmem.h"
#include "xgethostname.h"
#include <stdlib.h>
#include <unistd.h>
#include "xalloc.h"

unsigned long int num_processors(enum nproc_query q)
{
	(void)q;
	return 1;
}

double physmem_total(void)
{
	return 1 << 30;
}

double physmem_available(void)
{
	return physmem_total() / 4;
}

double physmem_claimable(double aggressivity)
{
	return physmem_available() * (1 + aggressivity);
}

xtime_t gethrxtime(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return xtime_make(now.tv_sec, now.tv_nsec);
}

char *xgethostname(void)
{
	char *name = xmalloc(256);
	if (!gethostname(name, 256))
		return name;
	free(name);
	return NULL;
}
