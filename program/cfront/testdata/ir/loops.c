/* Loops test at the bottom; register variables are computed in place. */
int sum(int n)
{
	int s = 0;
	for (int i = 0; i < n; i++)
		s += i;
	while (n > 0)
		n /= 2;
	do
		s--;
	while (s > 10);
	return s + n;
}
