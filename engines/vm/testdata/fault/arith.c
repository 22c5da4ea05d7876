// case div: division by zero
// case rem: division by zero
// case unsigned: division by zero
// case constant: division by zero
// case most: signed overflow: the most negative number divided by -1
// case mostlong: signed overflow: the most negative number divided by -1
// case shift: shift out of range: shift of a 32-bit number by 32
// case negative: shift out of range: shift of a 32-bit number by -1
// case wide: shift out of range: shift of a 64-bit number by 64
// case i128: division by zero; gcc is blind
// case overflow: signed overflow: 2147483647 + 1 does not fit 32 bits
// case product: signed overflow: 65536 * 65536 does not fit 32 bits
// case difference: signed overflow: -9223372036854775808 - 1 does not fit 64 bits
// case left: signed overflow: 1073741824 << 2 does not fit 32 bits
// case trap: unreachable code reached: trap
// case unreachable: unreachable code reached
#include <limits.h>
#include <string.h>

static volatile int sink, zero, one = 1, big = INT_MAX;
static volatile long lsink, lmin = LONG_MIN;

static int impossible(int x)
{
	if (x > 0)
		return 1;
	__builtin_unreachable(); /*@unreachable*/
}

int main(int argc, char **argv)
{
	const char *w = argv[1];
	if (!strcmp(w, "div"))
		sink = one / zero; /*@div*/
	if (!strcmp(w, "rem"))
		lsink = lmin % zero; /*@rem*/
	if (!strcmp(w, "unsigned"))
		sink = 7u / (unsigned char)zero; /*@unsigned*/
	if (!strcmp(w, "constant"))
		sink = one % 0; /*@constant*/
	if (!strcmp(w, "most"))
		sink = (-big - 1) / -one; /*@most*/
	if (!strcmp(w, "mostlong"))
		lsink = lmin % -one; /*@mostlong*/
	if (!strcmp(w, "shift"))
		sink = one << (32 * one); /*@shift*/
	if (!strcmp(w, "negative"))
		sink = one >> -one; /*@negative*/
	if (!strcmp(w, "wide"))
		lsink = 1ul << (64 * one); /*@wide*/
	if (!strcmp(w, "i128"))
		lsink = (__int128)1 / zero; /*@i128*/
	if (!strcmp(w, "overflow"))
		sink = big + one; /*@overflow*/
	if (!strcmp(w, "product"))
		sink = (one << 16) * (one << 16); /*@product*/
	if (!strcmp(w, "difference"))
		lsink = lmin - one; /*@difference*/
	if (!strcmp(w, "left"))
		sink = (one << 30) << 2; /*@left*/
	if (!strcmp(w, "trap"))
		__builtin_trap(); /*@trap*/
	if (!strcmp(w, "unreachable"))
		sink = impossible(zero);
	return 0;
}
