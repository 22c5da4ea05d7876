// Binary search among seven numbers: each found, and the gaps between them (none between 0 and 1).
// model: {"entry":"f","params":[{"name":"x"}]}
// paths: 14
static const int table[7] = {-50, -3, 0, 1, 8, 90, 1000};
int f(int x)
{
	int lo = 0, hi = 7;
	while (lo < hi) {
		int mid = (lo + hi) / 2;
		if (table[mid] == x)
			return mid;
		if (table[mid] < x)
			lo = mid + 1;
		else
			hi = mid;
	}
	return -1 - lo;
}
int main(void) { return f(8); }
