// Counting bits without a branch is one path; the test of the count makes two.
// model: {"entry":"f","params":[{"name":"x"}]}
// paths: 2
int f(unsigned x)
{
	x = x - (x >> 1 & 0x55555555);
	x = (x & 0x33333333) + (x >> 2 & 0x33333333);
	x = (x + (x >> 4)) & 0x0f0f0f0f;
	return (x * 0x01010101 >> 24) == 17 ? 1 : 0;
}
int main(void) { return f(1); }
