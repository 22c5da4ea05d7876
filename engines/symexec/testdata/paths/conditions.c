// Conditions on three numbers, nested three deep: one path for each return.
// model: {"entry":"f","params":[{"name":"a"},{"name":"b"},{"name":"c"}]}
// paths: 11
int f(int a, int b, int c)
{
	if (a > 0) {
		if (b > a) {
			if (c == a + b)
				return 1;
			if (c > 100)
				return 2;
			return 3;
		}
		if (b < -10) {
			if (c < b)
				return 4;
			return 5;
		}
		return 6;
	}
	if (a < -100) {
		if (b == c)
			return 7;
		if (b > c)
			return 8;
		return 9;
	}
	if (b + c > 1000)
		return 10;
	return 11;
}
int main(void) { return f(1, 2, 3); }
