// Temperatures of a small range, converted: cold, frost at the very point, mild,
// hot, and those whose seventh, seven times, is another number.
// model: {"entry":"f","params":[{"name":"fahrenheit","int":{"min":-60,"max":240}}]}
// slow: yes
// paths: 5
int f(int fahrenheit)
{
	double c = (fahrenheit - 32) * 5 / 9.0;
	if (c < 0)
		return 0;
	if (c == 0)
		return 1;
	if (c / 7 * 7 != c)
		return 2;
	return c < 30.5 ? 3 : 4;
}
int main(void) { return f(50); }
