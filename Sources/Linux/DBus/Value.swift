/// A value of the D-Bus type system (D-Bus Specification, Type System).
package indirect enum Value: Equatable, Sendable {
    case byte(UInt8), bool(Bool), double(Double)
    case int16(Int16), uint16(UInt16), int32(Int32), uint32(UInt32), int64(Int64), uint64(UInt64)
    case string(String)
    /// An object path; a malformed one is sent as `/`.
    case path(String)
    /// A type signature; a malformed one is sent empty.
    case signature(String)
    /// A file descriptor, by its index among those of the message.
    case descriptor(Int32)
    /// An array of bytes, `ay`.
    case bytes([UInt8])
    /// An array whose elements have this signature.
    case array(String, [Value])
    /// A dictionary whose keys and values have these signatures, in the order of its entries.
    case dictionary(String, String, [Entry])
    case tuple([Value])
    case variant(Value)

    /// One entry of a dictionary.
    package struct Entry: Equatable, Sendable {
        /// Unique in its dictionary, by the specification; senders are not checked.
        package var key: Value
        /// The value of the key.
        package var value: Value

        package init(_ key: Value, _ value: Value) {
            self.key = key
            self.value = value
        }
    }

    /// A dictionary of named variants, `a{sv}`: properties and options.
    package static func options(_ entries: [(String, Value)]) -> Value {
        .dictionary("s", "v", entries.map { Entry(.string($0.0), .variant($0.1)) })
    }

    /// An array of strings, `as`.
    package static func strings(_ strings: [String]) -> Value {
        .array("s", strings.map { .string($0) })
    }

    /// The type in the specification's letters.
    package var signature: String {
        switch self {
        case .byte: "y"
        case .bool: "b"
        case .double: "d"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .string: "s"
        case .path: "o"
        case .signature: "g"
        case .descriptor: "h"
        case .bytes: "ay"
        case .array(let element, _): "a" + element
        case .dictionary(let key, let value, _): "a{\(key)\(value)}"
        case .tuple(let values): "(" + values.map(\.signature).joined() + ")"
        case .variant: "v"
        }
    }
}

extension Value: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) { self = .string(value) }
}

/// Accessors for receivers; nil if the value has another type.
extension Value {
    /// A string, an object path or a signature.
    package var text: String? {
        switch self {
        case .string(let text), .path(let text), .signature(let text): text
        default: nil
        }
    }

    /// A boolean.
    package var flag: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }

    /// An integer of any width that fits.
    package var number: Int? {
        switch self {
        case .byte(let number): Int(number)
        case .int16(let number): Int(number)
        case .uint16(let number): Int(number)
        case .int32(let number): Int(number)
        case .uint32(let number): Int(number)
        case .int64(let number): Int(exactly: number)
        case .uint64(let number): Int(exactly: number)
        case .descriptor(let number): Int(number)
        default: nil
        }
    }

    /// An array of bytes, the empty array of bytes included.
    package var octets: [UInt8]? {
        if case .bytes(let bytes) = self { bytes } else { nil }
    }

    /// What an array or a tuple holds.
    package var elements: [Value]? {
        switch self {
        case .array(_, let values), .tuple(let values): values
        case .bytes(let bytes): bytes.map { .byte($0) }
        default: nil
        }
    }

    /// The strings of an array of them.
    package var texts: [String]? {
        guard case .array(_, let values) = self else { return nil }
        return values.compactMap(\.text)
    }

    /// A dictionary's value, out of its variant if it is in one; the last one of a duplicate key.
    package subscript(key: String) -> Value? {
        guard case .dictionary(_, _, let entries) = self else { return nil }
        return entries.last { $0.key.text == key }?.value.unboxed
    }

    /// A dictionary's entries with keys of text, their values out of their variants.
    package var members: [(key: String, value: Value)]? {
        guard case .dictionary(_, _, let entries) = self else { return nil }
        return entries.compactMap { entry in
            entry.key.text.map { ($0, entry.value.unboxed) }
        }
    }

    /// What a variant holds, however deep; any other value as it is.
    package var unboxed: Value {
        if case .variant(let value) = self { value.unboxed } else { self }
    }
}
