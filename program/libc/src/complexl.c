/* Complex functions on long double, by their textbook formulas. */
#include <complex.h>
#include <math.h>

static long double complex makel(long double re, long double im)
{
	long double complex z;
	__real__ z = re;
	__imag__ z = im;
	return z;
}

long double creall(long double complex z)
{
	return __real__ z;
}

long double cimagl(long double complex z)
{
	return __imag__ z;
}

long double cabsl(long double complex z)
{
	return hypotl(__real__ z, __imag__ z);
}

long double cargl(long double complex z)
{
	return atan2l(__imag__ z, __real__ z);
}

long double complex conjl(long double complex z)
{
	return makel(__real__ z, -__imag__ z);
}

long double complex cprojl(long double complex z)
{
	if (isinf(__real__ z) || isinf(__imag__ z))
		return makel(INFINITY, copysignl(0, __imag__ z));
	return z;
}

long double complex cexpl(long double complex z)
{
	long double r = expl(__real__ z);
	return makel(r * cosl(__imag__ z), r * sinl(__imag__ z));
}

long double complex clogl(long double complex z)
{
	return makel(logl(cabsl(z)), cargl(z));
}

long double complex cpowl(long double complex z, long double complex w)
{
	return __real__ z == 0 && __imag__ z == 0 ? makel(0, 0) : cexpl(w * clogl(z));
}

long double complex csqrtl(long double complex z)
{
	long double re = __real__ z, im = __imag__ z, r = cabsl(z);
	if (r == 0)
		return makel(0, im);
	long double a = sqrtl((r + fabsl(re)) / 2), b = fabsl(im) / (2 * a);
	return re >= 0 ? makel(a, copysignl(b, im)) : makel(b, copysignl(a, im));
}

long double complex csinhl(long double complex z)
{
	long double re = __real__ z, im = __imag__ z;
	return makel(sinhl(re) * cosl(im), coshl(re) * sinl(im));
}

long double complex ccoshl(long double complex z)
{
	long double re = __real__ z, im = __imag__ z;
	return makel(coshl(re) * cosl(im), sinhl(re) * sinl(im));
}

long double complex ctanhl(long double complex z)
{
	return csinhl(z) / ccoshl(z);
}

/* i times z, and z divided by i */
static long double complex turnl(long double complex z)
{
	return makel(-__imag__ z, __real__ z);
}

static long double complex backl(long double complex z)
{
	return makel(__imag__ z, -__real__ z);
}

long double complex csinl(long double complex z)
{
	return backl(csinhl(turnl(z)));
}

long double complex ccosl(long double complex z)
{
	return ccoshl(turnl(z));
}

long double complex ctanl(long double complex z)
{
	return backl(ctanhl(turnl(z)));
}

long double complex casinhl(long double complex z)
{
	return clogl(z + csqrtl(z * z + 1));
}

long double complex casinl(long double complex z)
{
	return backl(casinhl(turnl(z)));
}

long double complex cacosl(long double complex z)
{
	long double complex w = casinl(z);
	return makel((long double)M_PI_2 - __real__ w, -__imag__ w);
}

long double complex cacoshl(long double complex z)
{
	return clogl(z + csqrtl(z + 1) * csqrtl(z - 1));
}

long double complex catanhl(long double complex z)
{
	return (clogl(1 + z) - clogl(1 - z)) / 2;
}

long double complex catanl(long double complex z)
{
	return backl(catanhl(turnl(z)));
}
