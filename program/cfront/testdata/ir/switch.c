/* Ranges, fall-through, default in the middle, a scope entered sideways. */
int f(int x)
{
	switch (x) {
		int *p, v;
	case 1:
		return 10;
	default:
		x++;
	case 2 ... 5:
		p = &v;
		*p = x;
		return v;
	}
}
int g(unsigned char c)
{
again:
	switch (c) {
	case 'a':
		c = 'b';
		goto again;
	}
	return c;
}
