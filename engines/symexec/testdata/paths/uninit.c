// Only a part of the array was written: reading the rest is a fault.
// model: {"entry":"f","params":[{"name":"i","int":{"min":0,"max":3}}]}
// paths: 2
// faults: 1
int f(int i)
{
	int a[4];
	a[0] = a[1] = 5;
	return a[i];
}
int main(void) { return f(0); }
