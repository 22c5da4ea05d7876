// A table of constants read at a symbolic index is one value, not a fork.
// model: {"entry":"f","params":[{"name":"i"}]}
// paths: 3
static const unsigned char table[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
int f(unsigned i)
{
	if (i >= 16)
		return -1;
	if (table[i] > 6)
		return 1;
	return 0;
}
int main(void) { return f(3); }
