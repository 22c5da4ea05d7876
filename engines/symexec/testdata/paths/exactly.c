// Integers that survive as float, those that do not, and the one of them that
// does not fit any more.
// model: {"entry":"f","params":[{"name":"i"}]}
// paths: 3
int f(int i)
{
	float x = i;
	if (x >= 2147483648.0f)
		return 2;
	return (int)x == i ? 0 : 1;
}
int main(void) { return f(16777217); }
