import Wire

/// The payload of an enable/disable pair.
struct MaskChange: Layout {
    var enable: UInt8 = 0
    var disable: UInt8 = 0
    mutating func layout(_ c: inout some Coder) {
        c(&enable, "enable")
        c(&disable, "disable")
    }
}

/// The answer to a read of an enable/disable pair.
struct Mask: Layout {
    var bits: UInt8 = 0
    mutating func layout(_ c: inout some Coder) { c(&bits, "mask") }
}

/// One byte that is off at 0 and on otherwise.
struct Flag: Layout {
    var isOn = false
    mutating func layout(_ c: inout some Coder) { c(&isOn, bits: 8, "on") }
}

struct Byte: Layout {
    var value: UInt8 = 0
    mutating func layout(_ c: inout some Coder) { c(&value, "value") }
}

/// Two bytes.
struct Word: Layout {
    var value: UInt16 = 0
    mutating func layout(_ c: inout some Coder) { c(&value, "value") }
}

/// Two bytes with a sign.
struct SignedWord: Layout {
    var value: Int16 = 0
    mutating func layout(_ c: inout some Coder) { c(&value, "value") }
}

/// A payload that is ignored.
struct Anything: Layout {
    mutating func layout(_ c: inout some Coder) {}
}

/// Up to 31 bytes.
struct Bytes: Layout {
    var bytes: [UInt8] = []
    mutating func layout(_ c: inout some Coder) { c.rest(&bytes, max: 31, "bytes") }
}
