// Three conditions of which the innermost needs the outer ones.
// model: {"entry":"f","params":[{"name":"a"},{"name":"b"}]}
// paths: 4
int f(int a, int b)
{
	if (a > 10) {
		if (b < a) {
			if (a + b == 15)
				return 1;
			return 2;
		}
		return 3;
	}
	return 4;
}
int main(void) { return f(1, 2); }
