#ifndef _IEEE754_H
#define _IEEE754_H
union ieee754_float {
	float f;
	struct {
		unsigned int mantissa : 23;
		unsigned int exponent : 8;
		unsigned int negative : 1;
	} ieee;
	struct {
		unsigned int mantissa : 22;
		unsigned int quiet_nan : 1;
		unsigned int exponent : 8;
		unsigned int negative : 1;
	} ieee_nan;
};
#define IEEE754_FLOAT_BIAS 0x7f
union ieee754_double {
	double d;
	struct {
		unsigned int mantissa1 : 32;
		unsigned int mantissa0 : 20;
		unsigned int exponent : 11;
		unsigned int negative : 1;
	} ieee;
	struct {
		unsigned int mantissa1 : 32;
		unsigned int mantissa0 : 19;
		unsigned int quiet_nan : 1;
		unsigned int exponent : 11;
		unsigned int negative : 1;
	} ieee_nan;
};
#define IEEE754_DOUBLE_BIAS 0x3ff
union ieee854_long_double {
	long double d;
	struct {
		unsigned int mantissa1 : 32;
		unsigned int mantissa0 : 32;
		unsigned int exponent : 15;
		unsigned int negative : 1;
		unsigned int empty : 16;
	} ieee;
};
#define IEEE854_LONG_DOUBLE_BIAS 0x3fff
#endif
