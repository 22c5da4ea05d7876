/* Each condition between short-circuit operators is a node of its own. */
int f(int a, int b, int c)
{
	if (a || (b && c > 3))
		return 1;
	int v = a && !b;
	return v ? b : c;
}
