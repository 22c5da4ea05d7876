package bitvec

// rule identifies a rewrite rule, so that tests can tell which one fired and
// users can see which ones matter. The rules themselves are specified in the
// comments of the norm_*.go files, one file per family of operators; those of sums and
// products as polynomials in poly.go and poly_bits.go.
type rule uint8

const (
	ruleFold rule = iota
	ruleKnownConstant
	ruleNotConst
	ruleNotNot
	ruleNotNeg
	ruleNotDec
	ruleNotConcat
	ruleNotIte
	ruleAndZero
	ruleAndOnes
	ruleAndSame
	ruleAndComplement
	ruleAndConstants
	ruleAndConcat
	ruleAndMask
	ruleAndAbsorb
	ruleAndContradict
	ruleAndSubsume
	ruleAndSubstitute
	ruleAndResolve
	ruleXorZero
	ruleXorOnes
	ruleXorSame
	ruleXorComplement
	ruleXorNot
	ruleXorConstants
	ruleXorCancel
	ruleXorConcat
	ruleNegBit
	ruleNegConst
	ruleNegNeg
	ruleNegNot
	ruleNegAdd
	ruleNegMul
	ruleNegIte
	ruleAddBit
	ruleAddZero
	ruleAddComplement
	ruleAddNegated
	ruleAddDouble
	ruleAddConstants
	ruleAddOutward
	ruleAddCancel
	ruleAddDisjoint
	ruleAddOr
	ruleMulBit
	ruleMulZero
	ruleMulOne
	ruleMulMinus
	ruleMulNegs
	ruleMulPower
	ruleMulConstants
	ruleMulNeg
	ruleMulDistribute
	ruleUDivZero
	ruleUDivOne
	ruleUDivPower
	ruleUDivNested
	ruleUDivSmall
	ruleUDivNarrow
	ruleURemZero
	ruleURemOne
	ruleURemPower
	ruleURemSmall
	ruleURemSame
	ruleURemNarrow
	ruleShlConst
	ruleShlZero
	ruleShlOut
	ruleLShrConst
	ruleLShrZero
	ruleLShrOut
	ruleAShrConst
	ruleAShrStable
	ruleAShrPlain
	ruleConcatConst
	ruleConcatExtract
	ruleConcatNot
	ruleConcatIte
	ruleConcatSign
	ruleConcatRight
	ruleConcatMerge
	ruleExtractAll
	ruleExtractConst
	ruleExtractExtract
	ruleExtractConcat
	ruleExtractSExt
	ruleExtractNot
	ruleExtractBitwise
	ruleExtractIte
	ruleExtractLow
	ruleSExtConst
	ruleSExtSExt
	ruleSExtZExt
	ruleEqSame
	ruleEqBit
	ruleEqDistinct
	ruleEqNot
	ruleEqNeg
	ruleEqAdd
	ruleEqXor
	ruleEqMul
	ruleEqConcat
	ruleEqSExt
	ruleEqIte
	ruleEqCommon
	ruleEqArms
	ruleEqArm
	ruleUltSame
	ruleUltBit
	ruleUltZero
	ruleUltOne
	ruleUltOnes
	ruleUltLast
	ruleUltNot
	ruleUltNarrow
	ruleUltPrefix
	ruleUltSuffix
	ruleUltSExt
	ruleUltIte
	ruleUltRem
	ruleUltGrown
	ruleUltQuotient
	ruleUltOver
	ruleSltSame
	ruleSltBit
	ruleSltZero
	ruleSltMinus
	ruleSltNot
	ruleSltSExt
	ruleSltUnsigned
	ruleSltPrefix
	ruleSltIte
	ruleAndBounds
	ruleAndNested
	ruleIteConst
	ruleIteSame
	ruleIteNot
	ruleIteBool
	ruleIteEq
	ruleIteNested
	ruleIteMerge
	ruleIteArms
	ruleIteSExt
	ruleIteConcat
	ruleSelectConst
	ruleSelectHit
	ruleSelectMiss
	ruleStoreOver
	ruleStoreRead
	rulePolyZero
	rulePolyDistinct
	rulePolyCancel
	ruleBitsEqual
	ruleBitsDistinct
	ruleBitsProduct
	numRules
)

// ruleNames are the names in the comments that specify the rules. "fold" is
// an operator on constants; "known/constant" replaces a term whose bits are
// all known by their facts.
var ruleNames = [numRules]string{
	ruleFold:           "fold",
	ruleKnownConstant:  "known/constant",
	ruleNotConst:       "not/const",
	ruleNotNot:         "not/not",
	ruleNotNeg:         "not/neg",
	ruleNotDec:         "not/dec",
	ruleNotConcat:      "not/concat",
	ruleNotIte:         "not/ite",
	ruleAndZero:        "and/zero",
	ruleAndOnes:        "and/ones",
	ruleAndSame:        "and/same",
	ruleAndComplement:  "and/complement",
	ruleAndConstants:   "and/constants",
	ruleAndConcat:      "and/concat",
	ruleAndMask:        "and/mask",
	ruleAndAbsorb:      "and/absorb",
	ruleAndContradict:  "and/contradict",
	ruleAndSubsume:     "and/subsume",
	ruleAndSubstitute:  "and/substitute",
	ruleAndResolve:     "and/resolve",
	ruleXorZero:        "xor/zero",
	ruleXorOnes:        "xor/ones",
	ruleXorSame:        "xor/same",
	ruleXorComplement:  "xor/complement",
	ruleXorNot:         "xor/not",
	ruleXorConstants:   "xor/constants",
	ruleXorCancel:      "xor/cancel",
	ruleXorConcat:      "xor/concat",
	ruleNegBit:         "neg/bit",
	ruleNegConst:       "neg/const",
	ruleNegNeg:         "neg/neg",
	ruleNegNot:         "neg/not",
	ruleNegAdd:         "neg/add",
	ruleNegMul:         "neg/mul",
	ruleNegIte:         "neg/ite",
	ruleAddBit:         "add/bit",
	ruleAddZero:        "add/zero",
	ruleAddComplement:  "add/complement",
	ruleAddNegated:     "add/negated",
	ruleAddDouble:      "add/double",
	ruleAddConstants:   "add/constants",
	ruleAddOutward:     "add/outward",
	ruleAddCancel:      "add/cancel",
	ruleAddDisjoint:    "add/disjoint",
	ruleAddOr:          "add/or",
	ruleMulBit:         "mul/bit",
	ruleMulZero:        "mul/zero",
	ruleMulOne:         "mul/one",
	ruleMulMinus:       "mul/minus",
	ruleMulNegs:        "mul/negs",
	ruleMulPower:       "mul/power",
	ruleMulConstants:   "mul/constants",
	ruleMulNeg:         "mul/neg",
	ruleMulDistribute:  "mul/distribute",
	ruleUDivZero:       "udiv/zero",
	ruleUDivOne:        "udiv/one",
	ruleUDivPower:      "udiv/power",
	ruleUDivNested:     "udiv/nested",
	ruleUDivSmall:      "udiv/small",
	ruleUDivNarrow:     "udiv/narrow",
	ruleURemZero:       "urem/zero",
	ruleURemOne:        "urem/one",
	ruleURemPower:      "urem/power",
	ruleURemSmall:      "urem/small",
	ruleURemSame:       "urem/same",
	ruleURemNarrow:     "urem/narrow",
	ruleShlConst:       "shl/const",
	ruleShlZero:        "shl/zero",
	ruleShlOut:         "shl/out",
	ruleLShrConst:      "lshr/const",
	ruleLShrZero:       "lshr/zero",
	ruleLShrOut:        "lshr/out",
	ruleAShrConst:      "ashr/const",
	ruleAShrStable:     "ashr/stable",
	ruleAShrPlain:      "ashr/plain",
	ruleConcatConst:    "concat/const",
	ruleConcatExtract:  "concat/extract",
	ruleConcatNot:      "concat/not",
	ruleConcatIte:      "concat/ite",
	ruleConcatSign:     "concat/sign",
	ruleConcatRight:    "concat/right",
	ruleConcatMerge:    "concat/merge",
	ruleExtractAll:     "extract/all",
	ruleExtractConst:   "extract/const",
	ruleExtractExtract: "extract/extract",
	ruleExtractConcat:  "extract/concat",
	ruleExtractSExt:    "extract/sext",
	ruleExtractNot:     "extract/not",
	ruleExtractBitwise: "extract/bitwise",
	ruleExtractIte:     "extract/ite",
	ruleExtractLow:     "extract/low",
	ruleSExtConst:      "sext/const",
	ruleSExtSExt:       "sext/sext",
	ruleSExtZExt:       "sext/zext",
	ruleEqSame:         "eq/same",
	ruleEqBit:          "eq/bit",
	ruleEqDistinct:     "eq/distinct",
	ruleEqNot:          "eq/not",
	ruleEqNeg:          "eq/neg",
	ruleEqAdd:          "eq/add",
	ruleEqXor:          "eq/xor",
	ruleEqMul:          "eq/mul",
	ruleEqConcat:       "eq/concat",
	ruleEqSExt:         "eq/sext",
	ruleEqIte:          "eq/ite",
	ruleEqCommon:       "eq/common",
	ruleEqArms:         "eq/arms",
	ruleEqArm:          "eq/arm",
	ruleUltSame:        "ult/same",
	ruleUltBit:         "ult/bit",
	ruleUltZero:        "ult/zero",
	ruleUltOne:         "ult/one",
	ruleUltOnes:        "ult/ones",
	ruleUltLast:        "ult/last",
	ruleUltNot:         "ult/not",
	ruleUltNarrow:      "ult/narrow",
	ruleUltPrefix:      "ult/prefix",
	ruleUltSuffix:      "ult/suffix",
	ruleUltSExt:        "ult/sext",
	ruleUltIte:         "ult/ite",
	ruleUltRem:         "ult/rem",
	ruleUltGrown:       "ult/grown",
	ruleUltQuotient:    "ult/quotient",
	ruleUltOver:        "ult/over",
	ruleSltSame:        "slt/same",
	ruleSltBit:         "slt/bit",
	ruleSltZero:        "slt/zero",
	ruleSltMinus:       "slt/minus",
	ruleSltNot:         "slt/not",
	ruleSltSExt:        "slt/sext",
	ruleSltUnsigned:    "slt/unsigned",
	ruleSltPrefix:      "slt/prefix",
	ruleSltIte:         "slt/ite",
	ruleAndBounds:      "and/bounds",
	ruleAndNested:      "and/nested",
	ruleIteConst:       "ite/const",
	ruleIteSame:        "ite/same",
	ruleIteNot:         "ite/not",
	ruleIteBool:        "ite/bool",
	ruleIteEq:          "ite/eq",
	ruleIteNested:      "ite/nested",
	ruleIteMerge:       "ite/merge",
	ruleIteArms:        "ite/arms",
	ruleIteSExt:        "ite/sext",
	ruleIteConcat:      "ite/concat",
	ruleSelectConst:    "select/const",
	ruleSelectHit:      "select/hit",
	ruleSelectMiss:     "select/miss",
	ruleStoreOver:      "store/over",
	ruleStoreRead:      "store/read",
	rulePolyZero:       "poly/zero",
	rulePolyDistinct:   "poly/distinct",
	rulePolyCancel:     "poly/cancel",
	ruleBitsEqual:      "bits/equal",
	ruleBitsDistinct:   "bits/distinct",
	ruleBitsProduct:    "bits/product",
}

// fired counts a use of r and returns its result.
func (s *Store) fired(r rule, t Term) Term {
	s.hits[r]++
	return t
}

// RuleHits returns how often each rewrite rule has fired in s, by name.
func (s *Store) RuleHits() map[string]uint64 {
	hits := make(map[string]uint64)
	for r, n := range s.hits {
		if n > 0 {
			hits[ruleNames[r]] = n
		}
	}
	return hits
}
