package parse

import "strings"

// attributeNames are the attributes of GNU C that rift honours, or that change
// nothing of what a program shows: hints, promises and warnings.
var attributeNames = words(`access alias aligned alloc_align alloc_size always_inline artificial assume_aligned
	cleanup cold common const constructor copy deprecated destructor error externally_visible fallthrough fd_arg
	flatten format format_arg gnu_inline hot leaf malloc may_alias mode no_instrument_function no_reorder
	no_sanitize no_sanitize_address no_sanitize_undefined no_split_stack no_stack_protector noclone nocommon
	noinline noipa nonnull nonstring noplt noreturn nothrow optimize packed pure returns_nonnull returns_twice
	section sentinel simd stack_protect symver tls_model transparent_union unavailable unused used visibility
	warn_if_not_aligned warn_unused_result warning weak zero_call_used_regs no_profile_instrument_function`)

// standardAttributes are those of C23 with the values of __has_c_attribute.
var standardAttributes = map[string]int64{
	"deprecated": 201904, "fallthrough": 201904, "maybe_unused": 201904,
	"nodiscard": 202003, "noreturn": 202202, "_Noreturn": 202202,
}

func words(list string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(list) {
		m[w] = true
	}
	return m
}

// has answers the operators of conditions that ask what the compiler knows.
func (b *Builtins) has(operator, name string) int64 {
	yes := false
	switch operator {
	case "__has_builtin":
		yes = b.Known(name) || parserBuiltins[name]
	case "__has_attribute":
		yes = attributeNames[name]
	case "__has_c_attribute", "__has_cpp_attribute":
		if v, ok := standardAttributes[name]; ok {
			return v
		}
		gnu, ok := strings.CutPrefix(name, "gnu::")
		yes = ok && attributeNames[gnu]
	}
	if yes {
		return 1
	}
	return 0
}

// parserBuiltins are those that the parser or rewrite know and that are no
// function.
var parserBuiltins = words(`__builtin_va_arg __builtin_va_copy __builtin_va_list __builtin_offsetof
	__builtin_types_compatible_p __builtin_bit_cast`)
