// A search tree of three keys: the second equal to the first, or on one of two
// sides; then the third equal to the first, on the other side, or on the same
// side equal, below or above.
// model: {"entry":"f","params":[{"name":"a"},{"name":"b"},{"name":"c"}]}
// paths: 11
struct node { int key; struct node *side[2]; };
static int insert(struct node **at, struct node *n)
{
	int depth = 0;
	while (*at) {
		if ((*at)->key == n->key)
			return -1;
		at = &(*at)->side[(*at)->key < n->key ? 1 : 0];
		depth++;
	}
	*at = n;
	return depth;
}
int f(int a, int b, int c)
{
	struct node n[3] = {{a}, {b}, {c}}, *root = 0;
	insert(&root, &n[0]);
	if (insert(&root, &n[1]) < 0)
		return 10;
	return insert(&root, &n[2]);
}
int main(void) { return f(1, 2, 3); }
