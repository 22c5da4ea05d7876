/* Numbers of the mathematical functions; see program/intrinsic.go. */
#ifndef _RIFT_MATH_H
#define _RIFT_MATH_H
enum {
	MathSqrt,
	MathSin,
	MathCos,
	MathTan,
	MathAsin,
	MathAcos,
	MathAtan,
	MathAtan2,
	MathSinh,
	MathCosh,
	MathTanh,
	MathAsinh,
	MathAcosh,
	MathAtanh,
	MathExp,
	MathExp2,
	MathExpm1,
	MathLog,
	MathLog2,
	MathLog10,
	MathLog1p,
	MathPow,
	MathHypot,
	MathCbrt,
	MathFmod,
	MathRemainder,
	MathFloor,
	MathCeil,
	MathTrunc,
	MathRound,
	MathRint,
	MathErf,
	MathErfc,
	MathTgamma,
	MathLgamma,
	MathNextafter,
};
/* Added to a number: the function of float. */
#define MathSingle 0x100
double __libc_math(int, double, double);
long double __libc_mathl(int, long double, long double);
#endif
