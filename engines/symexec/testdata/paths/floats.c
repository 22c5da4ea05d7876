// Comparisons of floating numbers and of small integers turned into them.
// model: {"entry":"f","params":[{"name":"x"},{"name":"d"}]}
// paths: 7
int f(int x, double d)
{
	int r = 0;
	if (d != d)
		return 9;
	if (d < 1.5)
		r = 1;
	else if (d == 2.5)
		r = 2;
	return r + (x > 2.5 ? 10 : 0);
}
int main(void) { return f(1, 2.0); }
