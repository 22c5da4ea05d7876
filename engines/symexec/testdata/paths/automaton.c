// An automaton that looks for "aab" in four letters. With n letters left, states
// 0, 1 and 2 have N0(n) = N1(n-1) + N0(n-1), N1(n) = N2(n-1) + N0(n-1) and
// N2(n) = 1 + N2(n-1) + N0(n-1) ways to go on: N0(4) = 19.
// model: {"entry":"f","params":[{"name":"a"},{"name":"b"},{"name":"c"},{"name":"d"}]}
// paths: 19
int f(char a, char b, char c, char d)
{
	char s[4] = {a, b, c, d};
	int state = 0;
	for (int i = 0; i < 4 && state < 3; i++)
		switch (state) {
		case 0:
			if (s[i] == 'a')
				state = 1;
			break;
		case 1:
			state = s[i] == 'a' ? 2 : 0;
			break;
		default:
			if (s[i] == 'b')
				state = 3;
			else if (s[i] != 'a')
				state = 0;
		}
	return state;
}
int main(void) { return f('a', 'a', 'b', 'c'); }
