// The second condition follows from the first: no fork.
// model: {"entry":"f","params":[{"name":"a"}]}
// paths: 2
int f(unsigned a)
{
	if (a < 10) {
		if (a >= 20)
			return 3;
		return 1;
	}
	return 2;
}
int main(void) { return f(1); }
