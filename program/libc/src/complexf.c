/* Complex functions on float, by their textbook formulas. */
#include <complex.h>
#include <math.h>

static float complex makef(float re, float im)
{
	float complex z;
	__real__ z = re;
	__imag__ z = im;
	return z;
}

float crealf(float complex z)
{
	return __real__ z;
}

float cimagf(float complex z)
{
	return __imag__ z;
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
	return makef(__real__ z, -__imag__ z);
}

float complex cprojf(float complex z)
{
	if (isinf(__real__ z) || isinf(__imag__ z))
		return makef(INFINITY, copysignf(0, __imag__ z));
	return z;
}

float complex cexpf(float complex z)
{
	float r = expf(__real__ z);
	return makef(r * cosf(__imag__ z), r * sinf(__imag__ z));
}

float complex clogf(float complex z)
{
	return makef(logf(cabsf(z)), cargf(z));
}

float complex cpowf(float complex z, float complex w)
{
	return __real__ z == 0 && __imag__ z == 0 ? makef(0, 0) : cexpf(w * clogf(z));
}

float complex csqrtf(float complex z)
{
	float re = __real__ z, im = __imag__ z, r = cabsf(z);
	if (r == 0)
		return makef(0, im);
	float a = sqrtf((r + fabsf(re)) / 2), b = fabsf(im) / (2 * a);
	return re >= 0 ? makef(a, copysignf(b, im)) : makef(b, copysignf(a, im));
}

float complex csinhf(float complex z)
{
	float re = __real__ z, im = __imag__ z;
	return makef(sinhf(re) * cosf(im), coshf(re) * sinf(im));
}

float complex ccoshf(float complex z)
{
	float re = __real__ z, im = __imag__ z;
	return makef(coshf(re) * cosf(im), sinhf(re) * sinf(im));
}

float complex ctanhf(float complex z)
{
	return csinhf(z) / ccoshf(z);
}

/* i times z, and z divided by i */
static float complex turnf(float complex z)
{
	return makef(-__imag__ z, __real__ z);
}

static float complex backf(float complex z)
{
	return makef(__imag__ z, -__real__ z);
}

float complex csinf(float complex z)
{
	return backf(csinhf(turnf(z)));
}

float complex ccosf(float complex z)
{
	return ccoshf(turnf(z));
}

float complex ctanf(float complex z)
{
	return backf(ctanhf(turnf(z)));
}

float complex casinhf(float complex z)
{
	return clogf(z + csqrtf(z * z + 1));
}

float complex casinf(float complex z)
{
	return backf(casinhf(turnf(z)));
}

float complex cacosf(float complex z)
{
	float complex w = casinf(z);
	return makef((float)M_PI_2 - __real__ w, -__imag__ w);
}

float complex cacoshf(float complex z)
{
	return clogf(z + csqrtf(z + 1) * csqrtf(z - 1));
}

float complex catanhf(float complex z)
{
	return (clogf(1 + z) - clogf(1 - z)) / 2;
}

float complex catanf(float complex z)
{
	return backf(catanhf(turnf(z)));
}
