/* A variable lives in a register unless its address is taken, it is volatile,
   or some path reads it before assigning it. */
void use(int *);
int f(int p, int q)
{
	int reg = p;
	int addressed = q;
	volatile int vol = 1;
	int maybe;
	if (p)
		maybe = 2;
	use(&addressed);
	return reg + addressed + vol + maybe;
}
int again(int n)
{
	int r = 0;
	while (n--) {
		int x; /* unassigned anew in every round */
		if (r == 0)
			x = n;
		r += x;
	}
	return r;
}
