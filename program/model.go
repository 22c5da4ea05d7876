package program

// InputModel says which inputs a subject accepts: what is fixed and what may
// vary. Random and symbolic engines both read it. It is data in a manifest
// (TOML) and in records (JSON).
type InputModel struct {
	// Args are the arguments in order. Each varies over its own domain.
	Args []ArgModel `toml:"args" json:"args,omitempty"`
	// SymArgs adds between Min and Max arguments of at most Len arbitrary
	// bytes each after Args (KLEE's --sym-args MIN MAX LEN).
	SymArgs *SymArgs `toml:"sym_args" json:"sym_args,omitempty"`
	// Stdin is the standard input: at most Size arbitrary bytes.
	Stdin *ContentModel `toml:"stdin" json:"stdin,omitempty"`
	Files []FileModel   `toml:"files" json:"files,omitempty"`
	Env   []Bytes       `toml:"env" json:"env,omitempty"`
	// Terminal tells that standard input is a terminal.
	Terminal bool `toml:"terminal" json:"terminal,omitempty"`
	// SymEnv are variables of the environment, after Env, whose values vary.
	SymEnv []EnvModel `toml:"sym_env" json:"sym_env,omitempty"`
	// Entry starts a function instead of main. Its parameters and the globals
	// named in Globals vary.
	Entry   string       `toml:"entry" json:"entry,omitempty"`
	Params  []ValueModel `toml:"params" json:"params,omitempty"`
	Globals []ValueModel `toml:"globals" json:"globals,omitempty"`
	// Asked describes the values that the program asks for itself
	// (klee_make_symbolic and the like), by their names. A value of another
	// name may be anything; one name may be asked for several times.
	Asked []ValueModel `toml:"asked" json:"asked,omitempty"`
}

// AskedFor returns what is known of the values that the program asks for by a
// name, or nil.
func (m *InputModel) AskedFor(name string) *ValueModel { return ModelOf(m.Asked, name) }

// ArgModel is the domain of one argument; exactly one of its fields is set.
type ArgModel struct {
	Text   *Bytes        `toml:"text" json:"text,omitempty"`     // this text
	Int    *IntDomain    `toml:"int" json:"int,omitempty"`       // a decimal integer
	Choice []Bytes       `toml:"choice" json:"choice,omitempty"` // one of these
	String *ContentModel `toml:"string" json:"string,omitempty"` // bytes other than NUL
}

// IntDomain is the integers from Min to Max inclusive; Values, if given, are
// interesting members that random choice prefers half of the time.
type IntDomain struct {
	Min    int64   `toml:"min" json:"min"`
	Max    int64   `toml:"max" json:"max"`
	Values []int64 `toml:"values" json:"values,omitempty"`
}

// ContentModel is a byte string of MinSize to Size bytes over Alphabet (every
// byte if empty).
type ContentModel struct {
	MinSize  int   `toml:"min_size" json:"min_size,omitempty"`
	Size     int   `toml:"size" json:"size"`
	Alphabet Bytes `toml:"alphabet" json:"alphabet,omitempty"`
}

// EnvModel is a variable of the environment and what its value may be, which has
// no NUL.
type EnvModel struct {
	Name    string       `toml:"name" json:"name"`
	Content ContentModel `toml:"content" json:"content"`
}

// SymArgs is a varying number of arguments.
type SymArgs struct {
	Min      int   `toml:"min" json:"min"`
	Max      int   `toml:"max" json:"max"`
	Len      int   `toml:"len" json:"len"`
	Alphabet Bytes `toml:"alphabet" json:"alphabet,omitempty"`
}

// FileModel is a file whose content varies, or is Text if that is given. With
// Link it is a symbolic link, and that is where it leads.
type FileModel struct {
	Name    string        `toml:"name" json:"name"`
	Text    *Bytes        `toml:"text" json:"text,omitempty"`
	Content *ContentModel `toml:"content" json:"content,omitempty"`
	Link    bool          `toml:"link" json:"link,omitempty"`
	Mode    uint32        `toml:"mode" json:"mode,omitempty"` // as File.Mode
}
