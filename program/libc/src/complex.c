/* Complex functions on double, by their textbook formulas. */
#include <complex.h>
#include <math.h>

static double complex make(double re, double im)
{
	double complex z;
	__real__ z = re;
	__imag__ z = im;
	return z;
}

double creal(double complex z)
{
	return __real__ z;
}

double cimag(double complex z)
{
	return __imag__ z;
}

double cabs(double complex z)
{
	return hypot(__real__ z, __imag__ z);
}

double carg(double complex z)
{
	return atan2(__imag__ z, __real__ z);
}

double complex conj(double complex z)
{
	return make(__real__ z, -__imag__ z);
}

double complex cproj(double complex z)
{
	if (isinf(__real__ z) || isinf(__imag__ z))
		return make(INFINITY, copysign(0, __imag__ z));
	return z;
}

double complex cexp(double complex z)
{
	double r = exp(__real__ z);
	return make(r * cos(__imag__ z), r * sin(__imag__ z));
}

double complex clog(double complex z)
{
	return make(log(cabs(z)), carg(z));
}

double complex cpow(double complex z, double complex w)
{
	return __real__ z == 0 && __imag__ z == 0 ? make(0, 0) : cexp(w * clog(z));
}

double complex csqrt(double complex z)
{
	double re = __real__ z, im = __imag__ z, r = cabs(z);
	if (r == 0)
		return make(0, im);
	double a = sqrt((r + fabs(re)) / 2), b = fabs(im) / (2 * a);
	return re >= 0 ? make(a, copysign(b, im)) : make(b, copysign(a, im));
}

double complex csinh(double complex z)
{
	double re = __real__ z, im = __imag__ z;
	return make(sinh(re) * cos(im), cosh(re) * sin(im));
}

double complex ccosh(double complex z)
{
	double re = __real__ z, im = __imag__ z;
	return make(cosh(re) * cos(im), sinh(re) * sin(im));
}

double complex ctanh(double complex z)
{
	return csinh(z) / ccosh(z);
}

/* i times z, and z divided by i */
static double complex turn(double complex z)
{
	return make(-__imag__ z, __real__ z);
}

static double complex back(double complex z)
{
	return make(__imag__ z, -__real__ z);
}

double complex csin(double complex z)
{
	return back(csinh(turn(z)));
}

double complex ccos(double complex z)
{
	return ccosh(turn(z));
}

double complex ctan(double complex z)
{
	return back(ctanh(turn(z)));
}

double complex casinh(double complex z)
{
	return clog(z + csqrt(z * z + 1));
}

double complex casin(double complex z)
{
	return back(casinh(turn(z)));
}

double complex cacos(double complex z)
{
	double complex w = casin(z);
	return make((double)M_PI_2 - __real__ w, -__imag__ w);
}

double complex cacosh(double complex z)
{
	return clog(z + csqrt(z + 1) * csqrt(z - 1));
}

double complex catanh(double complex z)
{
	return (clog(1 + z) - clog(1 - z)) / 2;
}

double complex catan(double complex z)
{
	return back(catanh(turn(z)));
}
