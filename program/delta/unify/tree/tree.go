// Package tree has syntax trees of statements and expressions as they stand in a source file,
// with macros not expanded and preprocessor lines among the statements.
package tree

// Kind is the kind of a piece of C text.
type Kind uint8

// The kinds of nodes, with what their kids are.
const (
	Block  Kind = iota // { kids }
	If                 // if (kids[0]) kids[1] [else kids[2]]
	While              // while (kids[0]) kids[1]
	Do                 // do kids[1] while (kids[0]);
	For                // for (kids[0]; kids[1]; kids[2]) kids[3]; kids may be nil
	Switch             // switch (kids[0]) kids[1]
	Return             // return [kids[0]];
	Expr               // kids[0];
	Decl               // a declaration; kids are its initialisers
	Label              // label: or case x: or default:
	Jump               // break; continue; goto x;
	Empty              // ;
	Line               // a preprocessor line
	Word               // a macro that stands alone, without a semicolon
	Each               // kids[0] kids[1]: the use of a macro that heads a statement
	// Expressions.
	Leaf   // identifier, constant, string
	Paren  // ( kids[0] )
	Call   // kids[0] ( kids[1:] )
	Index  // kids[0] [ kids[1] ]
	Member // kids[0] op name
	Post   // kids[0] op
	Pre    // op kids[0]
	Cast   // op is the type; kids[0]
	Size   // sizeof and the like, as a whole
	Binary // kids[0] op kids[1]
	Assign // kids[0] op kids[1]
	Cond   // kids[0] ? kids[1] : kids[2]
	Comma  // kids
	Init   // { kids }
	// Statements and expressions alike.
	Opaque // something that the parser does not know, up to where it surely ends
)

// Node is a node of a syntax tree over the tokens [from, to).
type Node struct {
	Kind     Kind
	Op       string // operator, label, type of a cast, text of a leaf
	Kids     []*Node
	From, To int
}
