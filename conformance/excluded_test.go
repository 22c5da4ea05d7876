package conformance

// excludedConstructs are what rift leaves out: a program that it declines for
// one of these reasons is not counted.
var excludedConstructs = []string{
	"nested function",
	"vector type",
	"asm",
	"asm at file scope",
	"structure of variable size",
	"type _Decimal64",
	"__builtin_apply",
	"__builtin_va_arg_pack",
}

// excludedPrograms are not run, for the reason given.
var excludedPrograms = map[string]string{
	"980701-1.c":                   "subtracts unrelated pointers and expects the low half of the difference not to be zero",
	"abs-1.c":                      "needs -fno-builtin-abs",
	"align-3.c":                    "asks for the alignment of a function",
	"eeprof-1.c":                   "needs -finstrument-functions",
	"frame-address.c":              "compares addresses of locals with the frame address",
	"pr64242.c":                    "copies the buffer of __builtin_setjmp and compares addresses from alloca",
	"pr71494.c":                    "jumps out of a nested function",
	"34_array_assignment.c":        "assigns arrays, which is not C",
	"60_errors_and_warnings.c":     "is several programs, selected by macros, that test diagnostics",
	"70_floating_point_literals.c": "expects TCC's binary floating constants",
	"79_vla_continue.c":            "expects objects of different lifetimes at one address",
	"93_integer_promotion.c":       "expects bit-fields wider than int to be promoted otherwise than gcc does",
	"95_bitfields.c":               "has a packed bit-field that spans more than eight bytes",
	"95_bitfields_ms.c":            "includes 95_bitfields.c",
	"96_nodata_wanted.c":           "is several programs, selected by macros, that test diagnostics",
}
