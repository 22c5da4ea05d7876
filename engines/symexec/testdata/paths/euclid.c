// Euclid's algorithm: one path for each number of divisions.
// model: {"entry":"f","params":[{"name":"a","int":{"min":0,"max":20}},{"name":"b","int":{"min":0,"max":20}}]}
// paths: 7
unsigned f(unsigned char a, unsigned char b)
{
	while (b) {
		unsigned char t = a % b;
		a = b;
		b = t;
	}
	return a;
}
int main(void) { return f(12, 18); }
