package csyntax

// Declarator is a part of a declaration that declares one name.
type Declarator struct {
	Name     string
	From, To int // tokens, with the initialiser
	Init     int // token behind the "=", -1 if there is no initialiser
}

// statements are the words that begin a statement or an operand: what they begin
// declares nothing.
var statements = map[string]bool{
	"return": true, "goto": true, "break": true, "continue": true, "case": true, "default": true, "sizeof": true,
	"if": true, "else": true, "while": true, "do": true, "for": true, "switch": true, "_Static_assert": true,
}

// Declarators takes the tokens of a declaration of variables or types apart: the
// specifiers are those before spec, the rest are declarators with commas between them
// and a semicolon at the end. It reports false for whatever looks otherwise, such as
// definitions of structures, prototypes, and declarations that macros make.
func Declarators(toks []Token) (spec int, list []Declarator, ok bool) {
	if len(toks) < 3 || !toks[len(toks)-1].Is(";") {
		return 0, nil, false
	}
	for spec < len(toks) {
		t := toks[spec]
		if t.Kind != Identifier {
			break
		}
		next := toks[spec+1]
		if t.Names() && (next.Is("=") || next.Is(",") || next.Is(";") || next.Is("[")) {
			break
		}
		if next.Is("(") || next.Is("{") || statements[t.Text] { // __attribute__, typeof, a function, a macro
			return 0, nil, false
		}
		spec++
	}
	if spec == 0 || !toks[spec].Is("*") && !toks[spec].Names() {
		return 0, nil, false
	}
	for at := spec; at < len(toks); {
		d := Declarator{From: at, Init: -1}
		depth, k := 0, at
		for ; k < len(toks); k++ {
			t := toks[k]
			if t.Kind == Directive {
				return 0, nil, false
			}
			switch {
			case t.Is("(") || t.Is("[") || t.Is("{"):
				if t.Is("(") && d.Name != "" && d.Init < 0 && depth == 0 && toks[k-1].Text == d.Name {
					return 0, nil, false // a function
				}
				depth++
			case t.Is(")") || t.Is("]") || t.Is("}"):
				depth--
			case d.Init < 0 && t.Names() && d.Name == "":
				d.Name = t.Text
			case t.Is("=") && depth == 0 && d.Init < 0:
				d.Init = k + 1
			}
			if depth == 0 && (t.Is(",") || t.Is(";")) {
				break
			}
		}
		if d.Name == "" || depth != 0 || k == len(toks) || k == at {
			return 0, nil, false
		}
		d.To = k
		list = append(list, d)
		at = k + 1
	}
	return spec, list, len(list) > 0
}
