package difference_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/riftlab/rift/difference"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/catalog"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

// Pairs that differ, or of which nothing can be compared, are not called equal, by
// whichever engine, which has a fifth of a second, or one with RIFT_LONG.
func TestNeverEqual(t *testing.T) {
	const io = "#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
	cache := cfront.NewCache()
	limit := 200 * time.Millisecond
	if os.Getenv("RIFT_LONG") != "" {
		limit = time.Second
	}
	for _, c := range []struct{ name, entry, old, new string }{
		{"value behind a pointer in a variable", "", io + `static int a=1;static int*tab[]={&a}; int main(void){printf("%d\n",*tab[0]);return 0;}`,
			io + `static int a=2;static int*tab[]={&a}; int main(void){printf("%d\n",*tab[0]);return 0;}`},
		{"end of a list", "", io + `struct L{struct L*next;int v;}; static struct L c={0,1};static struct L b={&c,2};static struct L h={&b,5};
int main(int argc,char**argv){ if(argc>1 && atoi(argv[1])==123456789) for(struct L*p=&h;p;p=p->next) printf("%d\n",p->v); return 0;}`,
			io + `struct L{struct L*next;int v;}; static struct L c={0,7};static struct L b={&c,2};static struct L h={&b,5};
int main(int argc,char**argv){ if(argc>1 && atoi(argv[1])==123456789) for(struct L*p=&h;p;p=p->next) printf("%d\n",p->v); return 0;}`},
		{"text behind a variable", "f", `static char buf[]="abc";static char*p=buf;int f(void){return p[0];}`, `static char buf[]="xbc";static char*p=buf;int f(void){return p[0];}`},
		{"size behind a table", "f", `static int a[2]={1};static int*tab[]={a};int f(int i){return tab[0][i];}`, `static int a[3]={1};static int*tab[]={a};int f(int i){return tab[0][i];}`},
		{"static behind a static", "f", `int f(void){static int a=1;static int*p=&a;return (*p)++;}`, `int f(void){static int a=3;static int*p=&a;return (*p)++;}`},
		{"assembler", "", io + `int main(void){int r;__asm__("movl $1,%0":"=r"(r));printf("%d\n",r);return 0;}`, io + `int main(void){int r;__asm__("movl $2,%0":"=r"(r));printf("%d\n",r);return 0;}`},
		{"behind a nested function", "", `int main(int c,char**v){int g(int x){return x+c;} return g(1);}`, `int main(int c,char**v){int g(int x){return x+c;} return g(2);}`},
		{"assembler beside a refactoring", "", io + `static int k(void){int r;__asm__("movl $1,%0":"=r"(r));return r;} static int twice(int x){return x+x;}
int main(int c,char**v){printf("%d\n",twice(c));if(c==4)printf("%d\n",k());return 0;}`,
			io + `static int k(void){int r;__asm__("movl $2,%0":"=r"(r));return r;} static int twice(int x){return 2*x;}
int main(int c,char**v){printf("%d\n",twice(c));if(c==4)printf("%d\n",k());return 0;}`},
		{"number of a line", "", io + "int main(void){printf(\"%d\\n\",__LINE__);return 0;}", io + "\n\n\nint main(void){printf(\"%d\\n\",__LINE__);return 0;}"},
		{"errno in a field", "f", io + `int f(double x){double r=sqrt(x);printf("%20m\n");return r>0;}`, io + `int f(double x){printf("%20m\n");double r=sqrt(x);return r>0;}`},
		{"errno in a format made later", "f", io + `int f(double x,char*s){double r=sqrt(x);printf(s);return r>0;}`, io + `int f(double x,char*s){printf(s);double r=sqrt(x);return r>0;}`},
		{"NaN shown through a pointer", "f", io + `int(*pf)(const char*,...)=printf; int f(double x,double y){pf("%f\n",x+y);return 0;}`, io + `int(*pf)(const char*,...)=printf; int f(double x,double y){pf("%f\n",y+x);return 0;}`},
		{"only faults", "", `int main(int c,char**v){int x;return x;}`, `int main(int c,char**v){int x;return x+1;}`},
		{"unused function", "", `int f(void){return 1;} int main(void){return 0;}`, `int f(void){return 2;} int main(void){return 0;}`},
		{"another function than the entry", "f", `int g(void){return 1;} int f(int x){return x+x;}`, `int g(void){return 2;} int f(int x){return 2*x;}`},
		{"errno that a caller may look at", "f", "#include <errno.h>\n" + `int f(int x){if(x<0){errno=EINVAL;return -1;}return x;}`, "#include <errno.h>\n" + `int f(int x){if(x<0){errno=ERANGE;return -1;}return x;}`},
		{"both pointers to one object", "f", `void f(int*a,int*b){int t=*a;*a=*b;*b=t;}`, `void f(int*a,int*b){*a^=*b;*b^=*a;*a^=*b;}`},
		{"overlapping text", "f", io + `void f(char*d,const char*s){size_t n=0;while(s[n])n++;for(size_t i=n+1;i-->0;)d[i]=s[i];}`, io + `void f(char*d,const char*s){while((*d++=*s++));}`},
		{"a stream that is read", "f", io + `int f(FILE*i){return fgetc(i)=='z';}`, io + `int f(FILE*i){return fgetc(i)=='Z';}`},
		{"standard input of an entry", "f", io + `int f(void){return getchar()=='x';}`, io + `int f(void){return getchar()=='y';}`},
		{"a file of an entry", "f", io + `int f(void){FILE*i=fopen("state","r");return i?fgetc(i)=='a':-1;}`, io + `int f(void){FILE*i=fopen("state","r");return i?fgetc(i)=='b':-1;}`},
		{"the environment of an entry", "f", io + `int f(int x){int s=x;return getenv("SHOWN")?s:0;}`, io + `int f(int x){int s=x+1;return getenv("SHOWN")?s:0;}`},
		{"the environment behind the change", "", io + `int main(int c,char**v){int s=c;if(getenv("SHOWN"))printf("%d\n",s);return 0;}`, io + `int main(int c,char**v){int s=c+1;if(getenv("SHOWN"))printf("%d\n",s);return 0;}`},
		{"the environment looked through", "", io + `int main(int c,char**v,char**envp){int n=0;while(envp[n])n++;puts(n>30?"many":"few");return 0;}`,
			io + `int main(int c,char**v,char**envp){int n=0;while(envp[n])n++;puts(n>31?"many":"few");return 0;}`},
		{"the time", "", io + "#include <time.h>\n" + `int main(void){time_t t=time(0);struct tm*g=gmtime(&t);if(g->tm_mon==1&&g->tm_mday==29)puts("leap");return 0;}`,
			io + "#include <time.h>\n" + `int main(void){time_t t=time(0);struct tm*g=gmtime(&t);if(g->tm_mon==2&&g->tm_mday==29)puts("leap");return 0;}`},
		{"the number of the process", "", io + "#include <unistd.h>\n" + `int main(void){if(getpid()==1)puts("init");return 0;}`, io + "#include <unistd.h>\n" + `int main(void){if(getpid()==2)puts("init");return 0;}`},
		{"a number behind a word in a file", "", io + `int main(void){FILE*f=fopen("app.conf","r");char b[64];int m=1,v;if(!f)return 1;while(fgets(b,64,f))if(sscanf(b,"mode=%d",&v)==1)m=v;puts(m>7?"big":"small");return 0;}`,
			io + `int main(void){FILE*f=fopen("app.conf","r");char b[64];int m=1,v;if(!f)return 1;while(fgets(b,64,f))if(sscanf(b,"mode=%d",&v)==1)m=v;puts(m>=7?"big":"small");return 0;}`},
		{"a narrower result", "f", `int f(int x){return x;}`, `unsigned char f(int x){return x;}`},
		{"a parameter without a sign", "f", `int f(int x){return x>-1;}`, `int f(unsigned x){return x>-1;}`},
	} {
		for _, names := range [][]string{nil, {"regver"}, {"product"}} {
			var list []engines.Engine
			list = append(list, catalog.All()...)
			v := func(text string) *program.Version {
				return &program.Version{Name: "v", Files: []program.SourceFile{{Name: "p.c", Text: text + "\n"}}}
			}
			r, err := difference.Run(t.Context(), &difference.Request{Old: v(c.old), New: v(c.new), Entry: c.entry, Widen: true, First: true, Engines: list, Names: names, RunSteps: 500_000, Seed: 1,
				Compile: func(ctx context.Context, v *program.Version) (*program.Program, error) {
					return cfront.Compile(ctx, v, cfront.Options{Cache: cache})
				},
				Limits: difference.Limits{CPU: limit}}, difference.Events{})
			switch {
			case err != nil:
				t.Errorf("%s, %v: %v", c.name, names, err)
			case r.NoChange:
				t.Errorf("%s, %v: no change (%s)", c.name, names, r.Reason)
			case r.Verdict.Answer == difference.Equal:
				t.Errorf("%s, %v: %s", c.name, names, r.Verdict)
			}
		}
	}
}
