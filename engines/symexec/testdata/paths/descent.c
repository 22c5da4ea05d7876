// A recursive-descent recogniser of sums and parentheses over three bytes:
// all that it does not tell apart at once, such as what follows an error, is one.
// model: {"args":[{"string":{"size":3,"alphabet":"1+()"}}]}
// paths: 15
static const char *p;
static int ok = 1;
static void sum(void);
static void atom(void)
{
	if (*p == '1')
		p++;
	else if (*p == '(') {
		p++;
		sum();
		if (*p == ')')
			p++;
		else
			ok = 0;
	} else
		ok = 0;
}
static void sum(void)
{
	atom();
	while (ok && *p == '+') {
		p++;
		atom();
	}
}
int main(int argc, char **argv)
{
	p = argv[1];
	sum();
	return ok && !*p ? 0 : 1;
}
