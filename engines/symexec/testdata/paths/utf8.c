// The first character of three bytes of UTF-8, by the ranges of RFC 3629:
// ASCII; a bad first byte; two bytes, good or not; three bytes, of which the
// second is bad (as such, overlong, or a surrogate), the third is, or none.
// model: {"entry":"f","params":[{"name":"a"},{"name":"b"},{"name":"c"}]}
// paths: 14
int f(unsigned char a, unsigned char b, unsigned char c)
{
	if (a < 0x80)
		return 1;
	if (a < 0xc2)
		return -1;
	if (a < 0xe0)
		return (b & 0xc0) == 0x80 ? 2 : -2;
	if (a > 0xef)
		return -3;
	if ((b & 0xc0) != 0x80)
		return -4;
	if (a == 0xe0 && b < 0xa0)
		return -5;
	if (a == 0xed && b > 0x9f)
		return -6;
	return (c & 0xc0) == 0x80 ? 3 : -7;
}
int main(void) { return f('a', 0, 0); }
