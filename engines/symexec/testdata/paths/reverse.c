// Bits reversed without a branch are those reversed one by one.
// model: {"entry":"f","params":[{"name":"x"}]}
// paths: 2
static unsigned char slow(unsigned char x)
{
	unsigned char r = 0;
	for (int i = 0; i < 8; i++)
		r |= (x >> i & 1) << (7 - i);
	return r;
}
int f(unsigned char x)
{
	unsigned char y = (x * 0x0202020202ull & 0x010884422010ull) % 1023;
	if (y != slow(x))
		return 2;
	return y == 0x2c ? 1 : 0;
}
int main(void) { return f(1); }
