// Two independent three-way conditions.
// model: {"entry":"f","params":[{"name":"a"},{"name":"b"}]}
// paths: 9
int sign(int x)
{
	if (x < 0)
		return -1;
	if (x > 0)
		return 1;
	return 0;
}
int f(int a, int b) { return sign(a) * 3 + sign(b); }
int main(void) { return f(1, 2); }
