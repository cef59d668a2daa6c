import CGIO

/// A property of bytes that changes so often that its signal has to be cheap: what stays the same in
/// every `PropertiesChanged` is made once.
public final class BytesProperty {
    private let bus: Bus
    private let path: String
    private let interface: OpaquePointer?
    private let name: OpaquePointer?
    /// No properties without a value.
    private let none: OpaquePointer?
    private let byte = g_variant_type_new("y")

    /// So many signals may be on their way to the bus before the sender waits for it: a bus that is
    /// slower would otherwise cost memory without end.
    private static let mostUnderWay = 1_024

    /// The property of an interface at a path.
    public init(_ name: String, of interface: String, at path: String, on bus: Bus) {
        self.bus = bus
        self.path = g_variant_is_object_path(path) != 0 ? path : "/"
        self.interface = g_variant_ref_sink(g_variant_new_string(interface))
        self.name = g_variant_ref_sink(g_variant_new_string(name))
        none = g_variant_ref_sink(Value.strings([]).variant)
    }

    deinit {
        for variant in [interface, name, none] { g_variant_unref(variant) }
        g_variant_type_free(byte)
    }

    /// Tells everybody a value now, without ``Bus/beforeSending``.
    public func emit(_ bytes: Span<UInt8>) {
        guard bus.isOpen else { return }
        let value = bytes.withUnsafeBytes { buffer in
            g_variant_new_fixed_array(byte, buffer.baseAddress, gsize(buffer.count), 1)
        }
        var entry = g_variant_new_dict_entry(name, g_variant_new_variant(value))
        let body: [OpaquePointer?] = [interface, g_variant_new_array(nil, &entry, 1), none]
        g_dbus_connection_emit_signal(
            bus.connection.raw, nil, path, Properties.name, "PropertiesChanged",
            g_variant_new_tuple(body, 3), nil)
        bus.signalsUnderWay += 1
        guard bus.signalsUnderWay >= Self.mostUnderWay else { return }
        bus.signalsUnderWay = 0
        g_dbus_connection_flush_sync(bus.connection.raw, nil, nil)
    }
}
