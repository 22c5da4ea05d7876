/* Float functions. Those whose exact value is a float, or whose root is, are
   those of double; the machine rounds the others to float, once. */
#include <math.h>
#include <rift/intrinsics.h>
#include <rift/math.h>

float sqrtf(float x)
{
	return (float)__libc_math(MathSqrt, x, 0);
}

float sinf(float x)
{
	return (float)__libc_math(MathSin | MathSingle, x, 0);
}

float cosf(float x)
{
	return (float)__libc_math(MathCos | MathSingle, x, 0);
}

float tanf(float x)
{
	return (float)__libc_math(MathTan | MathSingle, x, 0);
}

float asinf(float x)
{
	return (float)__libc_math(MathAsin | MathSingle, x, 0);
}

float acosf(float x)
{
	return (float)__libc_math(MathAcos | MathSingle, x, 0);
}

float atanf(float x)
{
	return (float)__libc_math(MathAtan | MathSingle, x, 0);
}

float sinhf(float x)
{
	return (float)__libc_math(MathSinh | MathSingle, x, 0);
}

float coshf(float x)
{
	return (float)__libc_math(MathCosh | MathSingle, x, 0);
}

float tanhf(float x)
{
	return (float)__libc_math(MathTanh | MathSingle, x, 0);
}

float asinhf(float x)
{
	return (float)__libc_math(MathAsinh | MathSingle, x, 0);
}

float acoshf(float x)
{
	return (float)__libc_math(MathAcosh | MathSingle, x, 0);
}

float atanhf(float x)
{
	return (float)__libc_math(MathAtanh | MathSingle, x, 0);
}

float expf(float x)
{
	return (float)__libc_math(MathExp | MathSingle, x, 0);
}

float exp2f(float x)
{
	return (float)__libc_math(MathExp2 | MathSingle, x, 0);
}

float expm1f(float x)
{
	return (float)__libc_math(MathExpm1 | MathSingle, x, 0);
}

float logf(float x)
{
	return (float)__libc_math(MathLog | MathSingle, x, 0);
}

float log2f(float x)
{
	return (float)__libc_math(MathLog2 | MathSingle, x, 0);
}

float log10f(float x)
{
	return (float)__libc_math(MathLog10 | MathSingle, x, 0);
}

float log1pf(float x)
{
	return (float)__libc_math(MathLog1p | MathSingle, x, 0);
}

float erff(float x)
{
	return (float)__libc_math(MathErf | MathSingle, x, 0);
}

float erfcf(float x)
{
	return (float)__libc_math(MathErfc | MathSingle, x, 0);
}

float tgammaf(float x)
{
	return (float)__libc_math(MathTgamma | MathSingle, x, 0);
}

float lgammaf(float x)
{
	return (float)__libc_math(MathLgamma | MathSingle, x, 0);
}

float exp10f(float x)
{
	return (float)__libc_math(MathPow | MathSingle, 10, x);
}

float atan2f(float x, float y)
{
	return (float)__libc_math(MathAtan2 | MathSingle, x, y);
}

float powf(float x, float y)
{
	return (float)__libc_math(MathPow | MathSingle, x, y);
}

float fmodf(float x, float y)
{
	return (float)__libc_math(MathFmod, x, y);
}

float remainderf(float x, float y)
{
	return (float)__libc_math(MathRemainder, x, y);
}

float hypotf(float x, float y)
{
	return (float)__libc_math(MathHypot | MathSingle, x, y);
}

float cbrtf(float x)
{
	return (float)__rift_math(MathCbrt | MathSingle, x, 0);
}

float floorf(float x)
{
	return (float)__rift_math(MathFloor, x, 0);
}

float ceilf(float x)
{
	return (float)__rift_math(MathCeil, x, 0);
}

float truncf(float x)
{
	return (float)__rift_math(MathTrunc, x, 0);
}

float roundf(float x)
{
	return (float)__rift_math(MathRound, x, 0);
}

float rintf(float x)
{
	return (float)__rift_math(MathRint, x, 0);
}

float nearbyintf(float x)
{
	return (float)__rift_math(MathRint, x, 0);
}
