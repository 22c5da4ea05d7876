// Clearing the lowest bit until none is left: one path for each number of bits.
// model: {"entry":"f","params":[{"name":"x","int":{"min":0,"max":255}}]}
// paths: 9
int f(unsigned x)
{
	int n = 0;
	while (x) {
		x &= x - 1;
		n++;
	}
	return n;
}
int main(void) { return f(7); }
