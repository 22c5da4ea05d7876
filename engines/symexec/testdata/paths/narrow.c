// A double that is a float, one that is not, one too large for one, one too
// small, and no number.
// model: {"entry":"f","params":[{"name":"d"}]}
// paths: 5
int f(double d)
{
	float x = (float)d;
	if (x == d)
		return 0;
	if (d != d)
		return 1;
	if (x - x != 0)
		return 2;
	return x == 0 ? 3 : 4;
}
int main(void) { return f(0.1); }
