// Roots of x*x - 3*x + 2.
// model: {"entry":"f","params":[{"name":"x"}]}
// slow: yes
// paths: 4
int f(float x)
{
	if (x * x - 3 * x + 2 != 0)
		return 0;
	if (x == 1)
		return 1;
	return x == 2 ? 2 : 3;
}
int main(void) { return f(1); }
