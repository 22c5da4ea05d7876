#include <complex.h>
#include <math.h>

double creal(double complex z)
{
	return __real__ z;
}

double cimag(double complex z)
{
	return __imag__ z;
}

float crealf(float complex z)
{
	return __real__ z;
}

float cimagf(float complex z)
{
	return __imag__ z;
}

long double creall(long double complex z)
{
	return __real__ z;
}

long double cimagl(long double complex z)
{
	return __imag__ z;
}

static double complex make(double re, double im)
{
	double complex z;
	__real__ z = re;
	__imag__ z = im;
	return z;
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

float cabsf(float complex z)
{
	return hypotf(__real__ z, __imag__ z);
}

float cargf(float complex z)
{
	return atan2f(__imag__ z, __real__ z);
}

float complex conjf(float complex z)
{
	float complex w;
	__real__ w = __real__ z;
	__imag__ w = -__imag__ z;
	return w;
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
