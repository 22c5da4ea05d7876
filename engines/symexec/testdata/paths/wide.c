// Arithmetic of 128 bits has terms.
// model: {"entry":"f","params":[{"name":"x"},{"name":"y"}]}
// paths: 2
int f(unsigned long x, unsigned long y)
{
	unsigned __int128 s = (unsigned __int128)x + y;
	return s >> 64 ? 1 : 0;
}
int main(void) { return f(1, 2); }
