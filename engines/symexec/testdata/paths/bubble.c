// The orders of four numbers, equal ones in order: 4! paths.
// model: {"entry":"f","params":[{"name":"a"},{"name":"b"},{"name":"c"},{"name":"d"}]}
// paths: 24
int f(int a, int b, int c, int d)
{
	int v[4] = {a, b, c, d};
	for (int i = 0; i < 4; i++)
		for (int j = 0; j + 1 < 4 - i; j++)
			if (v[j] > v[j + 1]) {
				int t = v[j];
				v[j] = v[j + 1];
				v[j + 1] = t;
			}
	return v[0] <= v[3];
}
int main(void) { return f(4, 3, 2, 1); }
