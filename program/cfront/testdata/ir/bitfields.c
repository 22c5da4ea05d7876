/* Bit-fields: read, write within the unit, arithmetic in the field's width. */
struct s { unsigned a : 3; int b : 5; unsigned long c : 40; };
int f(struct s *p)
{
	p->a = 6;
	p->b += 2;
	return p->c + 1 > 5;
}
