/* Variable-length arrays: lengths are evaluated once, sizes multiplied. */
unsigned long f(int n)
{
	int a[n + 1][3];
	a[n][2] = 4;
	n = 0;
	return sizeof a;
}
