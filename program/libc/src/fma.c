/* Fused multiply-add: error-free sums and products, the last one rounded to
   odd so that the final rounding is the only one that counts.
   Source: S. Boldo, G. Melquiond, "Emulation of a FMA and correctly rounded
   sums", IEEE Transactions on Computers 57(4), 2008. */
#include <math.h>

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

/* The product of a and b, and what rounding lost of it. */
static double two_product(double a, double b, double *lost)
{
	double p = a * b, t;
	t = a * 0x8000001p0;
	double ah = t - (t - a), al = a - ah;
	t = b * 0x8000001p0;
	double bh = t - (t - b), bl = b - bh;
	*lost = ((ah * bh - p) + ah * bl + al * bh) + al * bl;
	return p;
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
	int ex, ey, ez;
	if (isfinite(x) && isfinite(y) && !isfinite(z))
		return z;
	if (!isfinite(x) || !isfinite(y) || !isfinite(z) || x == 0 || y == 0)
		return x * y + z;
	if (z == 0)
		return x * y;
	/* scaled, so that nothing over- or underflows on the way */
	double a = frexp(x, &ex), b = frexp(y, &ey), c = frexp(z, &ez);
	int e = ex + ey, d = ez - e;
	if (d > 120)
		return z;
	if (d < -120) {
		d = -120;
		c = copysign(0.5, c);
	}
	c = ldexp(c, d);
	double ul, tl, vl, uh = two_product(a, b, &ul);
	double th = two_sum(c, ul, &tl), vh = two_sum(uh, th, &vl);
	return ldexp(vh + odd_sum(tl, vl), e);
}

float fmaf(float x, float y, float z)
{
	return (float)odd_sum((double)x * y, z);
}

long double fmal(long double x, long double y, long double z)
{
	return x * y + z;
}
