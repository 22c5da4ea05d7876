// Pointers chosen by inputs and followed: which nodes, not how.
// model: {"entry":"f","params":[{"name":"a","int":{"min":0,"max":2}},{"name":"b","int":{"min":0,"max":1}}]}
// paths: 6
struct node { int value; struct node *next[2]; };
static struct node n0, n1, n2;
static struct node *heads[3] = {&n0, &n1, &n2};
int f(int a, int b)
{
	n0.value = 1; n0.next[0] = &n1; n0.next[1] = &n2;
	n1.value = 2; n1.next[0] = &n2; n1.next[1] = &n0;
	n2.value = 3; n2.next[0] = &n0; n2.next[1] = &n1;
	return heads[a]->next[b]->value;
}
int main(void) { return f(0, 1); }
