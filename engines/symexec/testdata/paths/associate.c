// Sums of three floats depend on their order.
// model: {"entry":"f","params":[{"name":"a"},{"name":"b"},{"name":"c"}]}
// paths: 3
int f(float a, float b, float c)
{
	float x = (a + b) + c, y = a + (b + c);
	if (x < y)
		return 1;
	return x == y ? 0 : 2;
}
int main(void) { return f(1, 2, 3); }
