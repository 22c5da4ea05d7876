// Insertion of three numbers into a sorted list, after equal ones: 3! paths.
// model: {"entry":"f","params":[{"name":"a"},{"name":"b"},{"name":"c"}]}
// paths: 6
#include <stdlib.h>
struct node { int key; struct node *next; };
static void insert(struct node **at, int key)
{
	while (*at && (*at)->key <= key)
		at = &(*at)->next;
	struct node *n = malloc(sizeof *n);
	n->key = key;
	n->next = *at;
	*at = n;
}
int f(int a, int b, int c)
{
	struct node *list = 0;
	insert(&list, a);
	insert(&list, b);
	insert(&list, c);
	return list->next->next->next == 0;
}
int main(void) { return f(1, 2, 3); }
