// Interest: how many years until a sum is reached, by brute force over the sum.
// model: {"entry":"f","params":[{"name":"sum","int":{"min":0,"max":300}}]}
// paths: 8
int f(int sum)
{
	float money = 100;
	int years = 0;
	while (money < sum) {
		money *= 1.2f;
		years++;
	}
	return years;
}
int main(void) { return f(200); }
