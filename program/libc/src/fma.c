/* Fused multiply-add. That of floats has an exact product in double; its sum is
   rounded to odd, so that the rounding to float is the only one that counts.
   Source: S. Boldo, G. Melquiond, "Emulation of a FMA and correctly rounded
   sums", IEEE Transactions on Computers 57(4), 2008. */
#include <math.h>
#include <rift/intrinsics.h>

union bits {
	double x;
	unsigned long u;
};

/* The sum of a and b, and what rounding lost of it. */
static double two_sum(double a, double b, double *lost)
{
	double s = a + b, t = s - a;
	*lost = (a - (s - t)) + (b - t);
	return s;
}

/* a + b, to the neighbour with an odd last bit where it is not exact. */
static double odd_sum(double a, double b)
{
	double lost;
	union bits s = {.x = two_sum(a, b, &lost)};
	if (lost != 0 && !(s.u & 1))
		s.u += (lost > 0) == (s.x > 0) ? 1 : -1;
	return s.x;
}

double fma(double x, double y, double z)
{
	return __rift_fma(x, y, z);
}

float fmaf(float x, float y, float z)
{
	return (float)odd_sum((double)x * y, z);
}

long double fmal(long double x, long double y, long double z)
{
	return x * y + z;
}
