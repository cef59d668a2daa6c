import CGIO

/// Values as GLib's variants and back.
extension Value {
    /// A floating reference, as GLib's constructors give; whoever takes it sinks it.
    var variant: OpaquePointer? {
        switch self {
        case .byte(let value): g_variant_new_byte(value)
        case .bool(let value): g_variant_new_boolean(value ? 1 : 0)
        case .double(let value): g_variant_new_double(value)
        case .int16(let value): g_variant_new_int16(value)
        case .uint16(let value): g_variant_new_uint16(value)
        case .int32(let value): g_variant_new_int32(value)
        case .uint32(let value): g_variant_new_uint32(value)
        case .int64(let value): g_variant_new_int64(Int(value))
        case .uint64(let value): g_variant_new_uint64(UInt(value))
        case .string(let text): g_variant_new_string(text)
        case .path(let text):
            g_variant_new_object_path(g_variant_is_object_path(text) != 0 ? text : "/")
        case .signature(let text):
            g_variant_new_signature(g_variant_is_signature(text) != 0 ? text : "")
        case .descriptor(let index): g_variant_new_handle(index)
        case .bytes(let bytes): Self.array(of: bytes)
        case .array(let element, let values):
            Self.build("a" + element) { builder in
                for value in values { g_variant_builder_add_value(builder, value.variant) }
            }
        case .dictionary(let key, let value, let entries):
            Self.build("a{\(key)\(value)}") { builder in
                for entry in entries {
                    g_variant_builder_add_value(
                        builder,
                        g_variant_new_dict_entry(entry.key.variant, entry.value.variant))
                }
            }
        case .tuple(let values): Self.tuple(values)
        case .variant(let value): g_variant_new_variant(value.variant)
        }
    }

    /// The body of a message.
    static func tuple(_ values: [Value]) -> OpaquePointer? {
        let children = values.map(\.variant)
        return g_variant_new_tuple(children, gsize(children.count))
    }

    private static func array(of bytes: [UInt8]) -> OpaquePointer? {
        let type = g_variant_type_new("y")
        defer { g_variant_type_free(type) }
        return g_variant_new_fixed_array(type, bytes, gsize(bytes.count), 1)
    }

    private static func build(
        _ signature: String, _ fill: (UnsafeMutablePointer<GVariantBuilder>?) -> Void
    ) -> OpaquePointer? {
        let type = g_variant_type_new(signature)
        defer { g_variant_type_free(type) }
        let builder = g_variant_builder_new(type)
        defer { g_variant_builder_unref(builder) }
        fill(builder)
        return g_variant_builder_end(builder)
    }

    /// The values of a message's body; none for a message without one.
    static func body(_ variant: OpaquePointer?) -> [Value] {
        guard let variant else { return [] }
        return children(of: variant)
    }

    /// What a variant holds.
    init(_ variant: OpaquePointer) {
        self =
            switch UInt8(truncatingIfNeeded: Int(g_variant_classify(variant).rawValue)) {
            case UInt8(ascii: "y"): .byte(g_variant_get_byte(variant))
            case UInt8(ascii: "b"): .bool(g_variant_get_boolean(variant) != 0)
            case UInt8(ascii: "d"): .double(g_variant_get_double(variant))
            case UInt8(ascii: "n"): .int16(g_variant_get_int16(variant))
            case UInt8(ascii: "q"): .uint16(g_variant_get_uint16(variant))
            case UInt8(ascii: "i"): .int32(g_variant_get_int32(variant))
            case UInt8(ascii: "u"): .uint32(g_variant_get_uint32(variant))
            case UInt8(ascii: "x"): .int64(Int64(g_variant_get_int64(variant)))
            case UInt8(ascii: "t"): .uint64(UInt64(g_variant_get_uint64(variant)))
            case UInt8(ascii: "s"): .string(Self.text(variant))
            case UInt8(ascii: "o"): .path(Self.text(variant))
            case UInt8(ascii: "g"): .signature(Self.text(variant))
            case UInt8(ascii: "h"): .descriptor(g_variant_get_handle(variant))
            case UInt8(ascii: "v"): .variant(Self.children(of: variant)[0])
            case UInt8(ascii: "a"): Self.array(variant)
            default: .tuple(Self.children(of: variant))
            }
    }

    private static func text(_ variant: OpaquePointer) -> String {
        String(cString: g_variant_get_string(variant, nil))
    }

    private static func children(of variant: OpaquePointer) -> [Value] {
        (0..<g_variant_n_children(variant)).compactMap { index in
            guard let child = g_variant_get_child_value(variant, index) else { return nil }
            defer { g_variant_unref(child) }
            return Value(child)
        }
    }

    private static func array(_ variant: OpaquePointer) -> Value {
        let signature = String(cString: g_variant_get_type_string(variant)).dropFirst()
        if signature == "y" {
            var count: gsize = 0
            let start = g_variant_get_fixed_array(variant, &count, 1)
            return .bytes(Array(UnsafeRawBufferPointer(start: start, count: Int(count))))
        }
        guard signature.first == "{" else {
            return .array(String(signature), children(of: variant))
        }
        let inner = signature.dropFirst().dropLast()
        let entries = children(of: variant).compactMap { pair -> Entry? in
            guard case .tuple(let both) = pair, both.count == 2 else { return nil }
            return Entry(both[0], both[1])
        }
        // Keys are of a basic type: one letter.
        return .dictionary(String(inner.prefix(1)), String(inner.dropFirst()), entries)
    }
}
