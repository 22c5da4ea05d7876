/* Promotions, the usual conversions, casts, comparisons as values. */
unsigned f(signed char c, unsigned short s, long l, float x, unsigned u)
{
	_Bool b = l;
	int less = c < u;
	unsigned char cut = l;
	double d = x + c;
	return b + less + cut + (unsigned)d + (s << 2) + (c >> 1) + !x;
}
