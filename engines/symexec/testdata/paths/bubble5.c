// The orders of five numbers, equal ones in order: 5! paths.
// model: {"entry":"f","params":[{"name":"a"},{"name":"b"},{"name":"c"},{"name":"d"},{"name":"e"}]}
// paths: 120
int f(int a, int b, int c, int d, int e)
{
	int v[5] = {a, b, c, d, e};
	for (int i = 0; i < 5; i++)
		for (int j = 0; j + 1 < 5 - i; j++)
			if (v[j] > v[j + 1]) {
				int t = v[j];
				v[j] = v[j + 1];
				v[j + 1] = t;
			}
	for (int i = 0; i + 1 < 5; i++)
		if (v[i] > v[i + 1])
			return 1;
	return 0;
}
int main(void) { return f(5, 4, 3, 2, 1); }
