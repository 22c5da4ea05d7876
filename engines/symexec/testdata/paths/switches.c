// One path for each target, not for each value.
// model: {"entry":"f","params":[{"name":"c"}]}
// paths: 5
int f(int c)
{
	switch (c) {
	case 1:
	case 2:
	case 100 ... 200:
		return 1;
	case -5:
		return 2;
	case 7:
		c++;
		/* fall through */
	case 8:
		return c;
	default:
		return 0;
	}
}
int main(void) { return f(1); }
