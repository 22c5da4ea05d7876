#pragma once
double physmem_total(void);
double physmem_available(void);
double physmem_claimable(double);
