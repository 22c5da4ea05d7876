// An expression evaluator by recursive descent over eight bytes. The number of
// paths is that of different traces of basic blocks over all 488,281 words.
// model: {"args":[{"string":{"size":8,"alphabet":"1+*()"}}]}
// paths: 1241
static const char *p;
static int sum(void);
static int atom(void)
{
	if (*p == '1') {
		p++;
		return 1;
	}
	if (*p != '(')
		return -1000;
	p++;
	int v = sum();
	if (*p != ')')
		return -1000;
	p++;
	return v;
}
static int product(void)
{
	int v = atom();
	while (v > 0 && *p == '*') {
		p++;
		int w = atom();
		v = w > 0 ? v * w : -1000;
	}
	return v;
}
static int sum(void)
{
	int v = product();
	while (v > 0 && *p == '+') {
		p++;
		int w = product();
		v = w > 0 ? v + w : -1000;
	}
	return v;
}
int main(int argc, char **argv)
{
	p = argv[1];
	int v = sum();
	return v > 0 && !*p ? v : 200;
}
