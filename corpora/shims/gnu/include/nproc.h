#pragma once
enum nproc_query { NPROC_ALL, NPROC_CURRENT, NPROC_CURRENT_OVERRIDABLE };
unsigned long int num_processors(enum nproc_query);
