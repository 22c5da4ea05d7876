package difference_test

import (
	"context"
	"testing"
	"time"

	"github.com/riftlab/rift/difference"
	"github.com/riftlab/rift/engines/catalog"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

// Differences that only inputs show which fit the program are found without being told
// which these are.
func TestFoundByFittingInputs(t *testing.T) {
	const io = "#include <fcntl.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <sys/stat.h>\n#include <unistd.h>\n"
	const handles = io + "#include <stdarg.h>\n" + `typedef char*str;struct head{int size,used;char text[];};
static struct head*head(const str s){return(struct head*)(s-sizeof(struct head));}
int capacity(const str s){return head(s)->size;}
str make(const char*t){int n=strlen(t);struct head*h=malloc(sizeof*h+n+1);if(!h)exit(1);h->size=h->used=n;strcpy(h->text,t);return h->text;}
str room(str s,int n){struct head*h=head(s);if(h->used+n>h->size){h->size=h->used+n;h=realloc(h,sizeof*h+h->size+1);if(!h)exit(1);}return h->text;}
str put(str s,char c){s=room(s,1);s[head(s)->used++]=c;s[head(s)->used]=0;return s;}
`
	cache := cfront.NewCache()
	for _, c := range []struct{ name, entry, old, new string }{
		{"case of a switch over the number of arguments", "", io + `int main(int c,char**v){switch(c){case 1:puts("none");break;case 9:puts("nine");break;default:puts("some");}return 0;}`,
			io + `int main(int c,char**v){switch(c){case 1:puts("none");break;case 9:puts("NINE");break;default:puts("some");}return 0;}`},
		{"cases of a switch that lead to one statement", "", io + `int main(int c,char**v){switch(c-1){case 7:case 8:puts("a");break;default:puts("some");}return 0;}`,
			io + `int main(int c,char**v){switch(c-1){case 7:case 8:puts("b");break;default:puts("some");}return 0;}`},
		{"variable with a name that begins like a word", "", io + `extern char**environ;int main(void){int n=0;for(char**e=environ;*e;e++)if(!strncmp(*e,"XCFG_",5))n++;printf("%d\n",n);return 0;}`,
			io + `extern char**environ;int main(void){int n=0;for(char**e=environ;*e;e++)if(!strncmp(*e,"XCFG_",5))n+=2;printf("%d\n",n);return 0;}`},
		{"number of variables", "", io + `int main(int c,char**v,char**envp){int n=0;while(envp[n])n++;puts(n>3?"many":"few");return 0;}`,
			io + `int main(int c,char**v,char**envp){int n=0;while(envp[n])n++;puts(n>4?"many":"few");return 0;}`},
		{"number behind a word in a file", "", io + `int main(void){FILE*f=fopen("app.conf","r");char b[64];int m=1,v;if(!f)return 1;while(fgets(b,64,f))if(sscanf(b,"mode=%d",&v)==1)m=v;puts(m>7?"big":"small");return 0;}`,
			io + `int main(void){FILE*f=fopen("app.conf","r");char b[64];int m=1,v;if(!f)return 1;while(fgets(b,64,f))if(sscanf(b,"mode=%d",&v)==1)m=v;puts(m>=7?"big":"small");return 0;}`},
		{"field of a block that is read at once", "", io + `struct head{char name[100],sum[8],kind,rest[391];};int main(void){struct head h;char b[512];if(read(0,b,512)!=512)return 1;memcpy(&h,b,500);if(!h.name[0])return 2;if(h.sum[0]&&h.sum[0]!='7')return 3;puts(h.kind=='5'?"folder":"file");return 0;}`,
			io + `struct head{char name[100],sum[8],kind,rest[391];};int main(void){struct head h;char b[512];if(read(0,b,512)!=512)return 1;memcpy(&h,b,500);if(!h.name[0])return 2;if(h.sum[0]&&h.sum[0]!='7')return 3;puts(h.kind=='6'?"folder":"file");return 0;}`},
		{"one bracket behind another", "", io + `int main(void){char b[65];int n=read(0,b,64),i,k;if(n<0)n=0;b[n]=0;for(i=0;i<n;i++)if(b[i]=='!'&&b[i+1]=='['){for(k=i+2;k<n&&b[k]!=']';k++);if(k<n&&b[k+1]=='('&&strchr(b+k+2,')')&&memchr(b+i,'<',k-i))puts("a");}return 0;}`,
			io + `int main(void){char b[65];int n=read(0,b,64),i,k;if(n<0)n=0;b[n]=0;for(i=0;i<n;i++)if(b[i]=='!'&&b[i+1]=='['){for(k=i+2;k<n&&b[k]!=']';k++);if(k<n&&b[k+1]=='('&&strchr(b+k+2,')')&&memchr(b+i,'<',k-i))puts("b");}return 0;}`},
		{"header of text that a function of the program makes", "cat", handles + `str cat(str s,const char*fmt,...){va_list ap;va_start(ap,fmt);for(;*fmt;fmt++)if(*fmt!='%')s=put(s,*fmt);else switch(*++fmt){case's':{char*t=va_arg(ap,char*);while(*t)s=put(s,*t++);break;}case'd':s=put(s,'0'+va_arg(ap,int)%10);break;default:s=put(s,*fmt);}va_end(ap);return s;}`,
			handles + `str cat(str s,const char*fmt,...){va_list ap;s=room(s,9);va_start(ap,fmt);for(;*fmt;fmt++)if(*fmt!='%')s=put(s,*fmt);else switch(*++fmt){case's':{char*t=va_arg(ap,char*);while(*t)s=put(s,*t++);break;}case'd':s=put(s,'0'+va_arg(ap,int)%10);break;default:s=put(s,*fmt);}va_end(ap);return s;}`},
		{"argument that a directive asks for", "show", io + "#include <stdarg.h>\n" + `int show(const char*fmt,...){va_list ap;int n=0;va_start(ap,fmt);for(;*fmt;fmt++)if(*fmt=='%'){fmt++;if(*fmt=='s')n+=strlen(va_arg(ap,char*));else if(*fmt=='d')n+=va_arg(ap,int)==77;}va_end(ap);return n;}`,
			io + "#include <stdarg.h>\n" + `int show(const char*fmt,...){va_list ap;int n=0;va_start(ap,fmt);for(;*fmt;fmt++)if(*fmt=='%'){fmt++;if(*fmt=='s')n+=strlen(va_arg(ap,char*));else if(*fmt=='d')n+=va_arg(ap,int)==78;}va_end(ap);return n;}`},
		{"format that is handed on", "note", io + "#include <stdarg.h>\n" + `static int to(char*b,const char*f,va_list ap){return vsnprintf(b,16,f,ap);}int note(const char*fmt,...){char b[16];va_list ap;va_start(ap,fmt);to(b,fmt,ap);va_end(ap);return b[0]=='-'&&b[1]=='7';}`,
			io + "#include <stdarg.h>\n" + `static int to(char*b,const char*f,va_list ap){return vsnprintf(b,16,f,ap);}int note(const char*fmt,...){char b[16];va_list ap;va_start(ap,fmt);to(b,fmt,ap);va_end(ap);return b[0]=='-'&&b[1]=='7'&&b[2]!='1';}`},
		{"sum of as many arguments as a number says", "sum", io + "#include <stdarg.h>\n" + `int sum(int n,...){unsigned s=0;va_list ap;va_start(ap,n);while(n-->0)s+=va_arg(ap,int);va_end(ap);return s;}`,
			io + "#include <stdarg.h>\n" + `int sum(int n,...){unsigned s=0;va_list ap;va_start(ap,n);while(n-->0)s|=va_arg(ap,int);va_end(ap);return s;}`},
		{"text up to a null", "total", io + "#include <stdarg.h>\n" + `int total(const char*a,...){int n=0;va_list ap;va_start(ap,a);for(const char*s;(s=va_arg(ap,const char*));)n+=strlen(s);va_end(ap);return n;}`,
			io + "#include <stdarg.h>\n" + `int total(const char*a,...){int n=0;va_list ap;va_start(ap,a);for(const char*s;(s=va_arg(ap,const char*));)n+=*s!=0;va_end(ap);return n;}`},
		{"permissions of a new file", "", io + `int main(void){int fd=open("out",O_CREAT|O_WRONLY,0600);if(fd<0)return 1;write(fd,"x",1);close(fd);return 0;}`,
			io + `int main(void){int fd=open("out",O_CREAT|O_WRONLY,0644);if(fd<0)return 1;write(fd,"x",1);close(fd);return 0;}`},
		{"permissions that are changed", "", io + `int main(void){FILE*f=fopen("out","w");if(!f)return 1;fclose(f);return chmod("out",0700);}`,
			io + `int main(void){FILE*f=fopen("out","w");if(!f)return 1;fclose(f);return chmod("out",0755);}`},
	} {
		v := func(text string) *program.Version {
			return &program.Version{Name: "v", Files: []program.SourceFile{{Name: "p.c", Text: text + "\n"}}}
		}
		r, err := difference.Run(t.Context(), &difference.Request{Old: v(c.old), New: v(c.new), Entry: c.entry, Widen: true, First: true, Engines: catalog.All(), RunSteps: 1_000_000, Seed: 1,
			Compile: func(ctx context.Context, v *program.Version) (*program.Program, error) {
				return cfront.Compile(ctx, v, cfront.Options{Cache: cache})
			},
			Limits: difference.Limits{CPU: 20 * time.Second}}, difference.Events{})
		switch {
		case err != nil:
			t.Errorf("%s: %v", c.name, err)
		case r.Verdict.Answer != difference.Differs:
			t.Errorf("%s: %s", c.name, r.Verdict)
		}
	}
}
