// The five classes of doubles, and the sign of those that are numbers.
// model: {"entry":"f","params":[{"name":"d"}]}
// paths: 9
#include <math.h>
int f(double d)
{
	int c = fpclassify(d);
	switch (c) {
	case FP_NAN: return 0;
	case FP_INFINITE: return signbit(d) ? 1 : 2;
	case FP_ZERO: return signbit(d) ? 3 : 4;
	case FP_SUBNORMAL: return signbit(d) ? 5 : 6;
	}
	return signbit(d) ? 7 : 8;
}
int main(void) { return f(1); }
