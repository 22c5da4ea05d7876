// Two indices into a matrix: each in range or not, and what is there.
// model: {"entry":"f","params":[{"name":"i"},{"name":"j"}]}
// paths: 4
static const signed char m[3][4] = {{1, 0, 5, 0}, {0, 7, 0, 2}, {-1, 0, 3, 9}};
int f(unsigned i, unsigned j)
{
	if (i >= 3)
		return -1;
	if (j >= 4)
		return -2;
	return m[i][j] > 2 ? 1 : 0;
}
int main(void) { return f(1, 2); }
