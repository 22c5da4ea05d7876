/* Offsets and scales are part of accesses; aggregates are copied whole. */
struct point { int x, y; };
struct line { struct point a, b; int tag[4]; };
int probe(struct line *l, int i)
{
	struct line copy = *l;
	copy.b.y += l->tag[i];
	l->tag[2] = copy.tag[i + 1];
	l->a = copy.b;
	return copy.b.y;
}
