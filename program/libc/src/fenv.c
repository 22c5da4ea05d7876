/* Rounding is always to nearest; exception flags are not kept. */
#include <fenv.h>
#include <string.h>

int fegetround(void)
{
	return FE_TONEAREST;
}

int fesetround(int mode)
{
	return mode != FE_TONEAREST;
}

int feclearexcept(int which)
{
	return 0;
}

int feraiseexcept(int which)
{
	return 0;
}

int fetestexcept(int which)
{
	return 0;
}

int fegetexceptflag(fexcept_t *flags, int which)
{
	*flags = 0;
	return 0;
}

int fesetexceptflag(const fexcept_t *flags, int which)
{
	return 0;
}

int fegetenv(fenv_t *env)
{
	memset(env, 0, sizeof *env);
	return 0;
}

int fesetenv(const fenv_t *env)
{
	return 0;
}

int feholdexcept(fenv_t *env)
{
	return fegetenv(env);
}

int feupdateenv(const fenv_t *env)
{
	return 0;
}
