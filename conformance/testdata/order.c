#include <stdio.h>
int x=1,i=0; int a[4]={0,0,0,0}; int *p=a; struct S{int v;} s[2], *q=s;
int f(void){ x=5; i=2; p=a+3; q=s+1; return 1;}
int g(int v){printf("g%d ",v);return v;}
int main(){ int y = x + f(); printf("%d\n",y); x=1; x+=f(); printf("%d\n",x);
 x=1; y = f()+x; printf("%d\n",y);
 i=0; a[i]=f(); printf("%d %d\n",a[0],a[2]); a[0]=a[2]=0; p=a; *p=f(); printf("%d %d\n",a[0],a[3]);
 a[0]=a[1]=a[2]=a[3]=0; i=0; a[i]+=f(); printf("%d %d\n",a[0],a[2]);
 q=s; q->v = f(); printf("%d %d\n", s[0].v,s[1].v);
 p=a;a[0]=a[3]=0; *p += f();printf("%d %d\n",a[0],a[3]);
 x=1; y = (x == f()); printf("%d\n", y); x=1; y = x && f(); x=1; y= x*2+f(); printf("%d\n",y);
 x=1; printf("%d %d\n", x, f()); printf("%d %d %d\n", g(1),g(2),g(3)); x=1; printf("%d %d\n", f(), x);  a[g(0)] = g(1); *(g(1)+a) = g(2); y = g(1)+g(2)*g(3);puts("");
 }
