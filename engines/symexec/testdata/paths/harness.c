// Inputs that the program asks for, with an error; two paths violate one side of
// the assumption each.
// model: {}
// paths: 5
// faults: 1
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void reach_error(void);
int main(void)
{
	int x = __VERIFIER_nondet_int();
	__VERIFIER_assume(x > 5 && x < 100);
	if (x == 42)
		reach_error();
	if (x > 50)
		return 1;
	return 0;
}
