package values

import (
	"encoding/binary"
	"math"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/extarith"
)

// number fills the bytes of one number. among are values whose numbers may come again.
func (m *Maker) number(p *part, b []byte, among []program.Value) {
	kind := p.kind
	if kind == program.UnknownValue {
		kind = program.SignedValue
		if len(b) >= 4 && m.rand.IntN(2) == 0 {
			kind = program.FloatValue
		}
	}
	switch {
	case p.domain != nil:
		putInt(b, m.within(p.domain))
		return
	case kind == program.BoolValue:
		clear(b)
		b[0] = byte(m.rand.IntN(2))
		return
	case kind == program.ChoiceValue: // mostly untrue: that a pointer is null leaves out what it leads to
		clear(b)
		if m.rand.IntN(8) == 0 {
			b[0] = 1
		}
		return
	case m.rand.IntN(8) == 0 && m.again(b, among):
		if m.rand.IntN(2) == 0 {
			m.step(kind, b)
		}
		return
	case kind == program.FloatValue:
		putFloat(b, m.float(len(b)))
		return
	}
	bits := 8 * min(len(b), 8)
	if p.bits > 0 {
		bits = min(bits, p.bits)
	}
	putInt(b, m.integer(bits, kind == program.UnsignedValue))
}

func (m *Maker) within(d *program.IntDomain) int64 {
	if len(d.Values) > 0 && m.rand.IntN(2) == 0 {
		return d.Values[m.rand.IntN(len(d.Values))]
	}
	span := uint64(d.Max) - uint64(d.Min)
	if span == math.MaxUint64 {
		return int64(m.rand.Uint64())
	}
	return int64(uint64(d.Min) + m.rand.Uint64N(span+1))
}

// again copies a number of as many bytes from one of the values.
func (m *Maker) again(b []byte, among []program.Value) bool {
	if len(among) == 0 {
		return false
	}
	from := among[m.rand.IntN(len(among))].Data
	n := len(from) / len(b)
	if n == 0 {
		return false
	}
	copy(b, from[m.rand.IntN(n)*len(b):])
	return true
}

// integer draws a number of so many bits: small ones, those at which the type ends,
// powers of two, constants of the program and their neighbours, and any.
func (m *Maker) integer(bits int, unsigned bool) int64 {
	x := m.rand
	switch k := x.IntN(16); {
	case k < 4 && unsigned:
		return int64(x.IntN(33))
	case k < 4:
		return int64(x.IntN(33) - 16)
	case k < 6:
		top := int64(1) << (bits - 1) // of a signed one the least
		return [...]int64{0, -1, 1, top, top - 1, top + 1, -2, 1 - top}[x.IntN(8)]
	case k < 7:
		v := int64(1)<<x.IntN(bits) + int64(x.IntN(3)-1)
		if !unsigned && x.IntN(2) == 0 {
			v = -v
		}
		return v
	case k < 12:
		if c, ok := known(x.IntN, m.known.NearInts, m.known.Ints); ok {
			switch x.IntN(8) {
			case 0, 1, 2:
				c += int64(x.IntN(3) - 1)
			case 3:
				c *= int64(x.IntN(9) - 1)
			}
			return c
		}
		return int64(x.IntN(201) - 100)
	case k < 14:
		return int64(x.IntN(2001) - 1000)
	case k < 15:
		v := int64(x.Uint64() >> (64 - bits) >> x.IntN(bits))
		if !unsigned && x.IntN(2) == 0 {
			v = -v
		}
		return v
	}
	return int64(x.Uint64())
}

// known draws from the first list, or as often from the second.
func known[T any](intN func(int) int, near, all []T) (v T, ok bool) {
	list := all
	if len(near) > 0 && (len(all) == 0 || intN(2) == 0) {
		list = near
	}
	if len(list) == 0 {
		return v, false
	}
	return list[intN(len(list))], true
}

// specials are floats that are like no others.
var specials = []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), 0.5, 2, 10,
	math.SmallestNonzeroFloat64, 0x1p-1022, math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat32, 0x1p-126, math.MaxFloat32,
	0x1p-52, 1 + 0x1p-52, 0x1p-23, 1 + 0x1p-23, math.Pi, math.Pi / 2, math.E, 0x1p53, 0x1p63, 0x1p31, 0x1p24}

// float draws a number of a format of so many bytes: near zero, whole ones and halves,
// special ones, constants of the program and their neighbours, and of any magnitude.
// Nothing in it rounds differently from machine to machine.
func (m *Maker) float(size int) float64 {
	x := m.rand
	sign := func(f float64) float64 {
		if x.IntN(2) == 0 {
			return -f
		}
		return f
	}
	switch k := x.IntN(16); {
	case k < 4:
		return float64(x.Float64()*20) - 10
	case k < 6:
		return float64(x.IntN(33) - 16)
	case k < 7:
		return float64(x.IntN(65)-32) / float64(int(2)<<x.IntN(2))
	case k < 8:
		return specials[x.IntN(len(specials))]
	case k < 11:
		c, ok := known(x.IntN, m.known.NearFloats, m.known.Floats)
		if n, is := known(x.IntN, m.known.NearInts, m.known.Ints); is && (!ok || x.IntN(4) == 0) {
			c, ok = float64(n), true
		}
		if !ok {
			return sign(math.Ldexp(1+x.Float64(), x.IntN(20)-4))
		}
		switch x.IntN(4) {
		case 0:
			c = neighbour(c, size, sign(1))
		case 1:
			c += sign(x.Float64())
		case 2:
			c = sign(c)
		}
		return c
	case k < 13:
		return sign(math.Ldexp(1+x.Float64(), x.IntN(66)-33))
	case k < 14:
		most := 1000
		if size == 4 {
			most = 120
		}
		return sign(math.Ldexp(1+x.Float64(), x.IntN(2*most)-most))
	case k < 15:
		return x.Float64()
	}
	return sign(x.Float64() * 1000)
}

// neighbour returns the next number of a format in a direction.
func neighbour(f float64, size int, direction float64) float64 {
	if size == 4 {
		return float64(math.Nextafter32(float32(f), float32(math.Inf(int(direction)))))
	}
	return math.Nextafter(f, math.Inf(int(direction)))
}

// step changes a number a little, or turns its sign.
func (m *Maker) step(kind program.ValueKind, b []byte) {
	x := m.rand
	if kind == program.FloatValue && (len(b) == 4 || len(b) == 8) {
		f := getFloat(b)
		switch x.IntN(8) {
		case 0:
			f = neighbour(f, len(b), 1)
		case 1:
			f = neighbour(f, len(b), -1)
		case 2:
			f = -f
		case 3:
			f++
		case 4:
			f--
		case 5:
			f *= 2
		case 6:
			f = math.Round(f)
		default:
			f *= 1 + (x.Float64()-0.5)/4
		}
		putFloat(b, f)
		return
	}
	v := getInt(b)
	switch x.IntN(8) {
	case 0, 1:
		v++
	case 2, 3:
		v--
	case 4:
		v = -v
	case 5:
		v += int64(x.IntN(71) - 35)
	case 6:
		v *= 2
	default:
		v ^= 1 << x.IntN(8*min(len(b), 8))
	}
	putInt(b, v)
}

// getInt and putInt read and write a number, little-endian, with its sign beyond
// eight bytes.
func getInt(b []byte) int64 {
	var word [8]byte
	n := copy(word[:], b)
	shift := 64 - 8*n
	return int64(binary.LittleEndian.Uint64(word[:])<<shift) >> shift
}

func putInt(b []byte, v int64) {
	for i := range b {
		b[i] = byte(v >> min(8*i, 63))
	}
}

func getFloat(b []byte) float64 {
	if len(b) == 4 {
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
	}
	return math.Float64frombits(binary.LittleEndian.Uint64(b))
}

// putFloat writes a float of 4, 8 or 16 bytes; others become whole numbers.
func putFloat(b []byte, f float64) {
	switch len(b) {
	case 4:
		binary.LittleEndian.PutUint32(b, math.Float32bits(float32(f)))
	case 8:
		binary.LittleEndian.PutUint64(b, math.Float64bits(f))
	case 16:
		clear(b)
		extarith.FromFloat64(f).Store(b)
	default:
		putInt(b, int64(max(min(f, 1<<62), -1<<62)))
	}
}
