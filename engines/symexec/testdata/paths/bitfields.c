// Bit-fields of one word, signed and unsigned.
// model: {"entry":"f","params":[{"name":"x"}]}
// paths: 5
struct fields { unsigned a : 3; int b : 5; unsigned c : 8; };
int f(unsigned short x)
{
	union { unsigned short w; struct fields f; } u = {x};
	if (u.f.a == 7)
		return 1;
	if (u.f.b < -10)
		return 2;
	if (u.f.b > 16)
		return 3;
	if (u.f.c == 'x')
		return u.f.a > 5 ? 4 : 5;
	return 6;
}
int main(void) { return f(1); }
