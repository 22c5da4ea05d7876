// A store at a symbolic index, read back at another.
// model: {"entry":"f","params":[{"name":"i","int":{"min":0,"max":3}},{"name":"j","int":{"min":0,"max":3}}]}
// paths: 2
static int a[4] = {1, 2, 3, 4};
int f(int i, int j)
{
	a[i] = 9;
	if (a[j] == 9)
		return 1;
	return 0;
}
int main(void) { return f(0, 0); }
