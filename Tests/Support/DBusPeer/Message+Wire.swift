import CDBus
import DBus
import EventLoop

/// Messages as libdbus has them, and back. libdbus aborts at what is not well formed: so does this.
extension Message {
    /// libdbus's own message with this content; the caller lets it go.
    func raw(_ descriptors: [Int32]) -> OpaquePointer {
        let type =
            switch kind {
            case .call: DBUS_MESSAGE_TYPE_METHOD_CALL
            case .reply: DBUS_MESSAGE_TYPE_METHOD_RETURN
            case .error: DBUS_MESSAGE_TYPE_ERROR
            case .signal: DBUS_MESSAGE_TYPE_SIGNAL
            }
        // Longer ones are not well formed, and libdbus does not look.
        precondition(values.map(\.signature).joined().utf8.count <= 255, "too many types")
        guard let raw = dbus_message_new(type) else { preconditionFailure("out of memory") }
        if let path { dbus_message_set_path(raw, path) }
        if let interface { dbus_message_set_interface(raw, interface) }
        if let member { dbus_message_set_member(raw, member) }
        if let errorName { dbus_message_set_error_name(raw, errorName) }
        if let destination { dbus_message_set_destination(raw, destination) }
        if replySerial != 0 { dbus_message_set_reply_serial(raw, replySerial) }
        if !wantsReply || kind == .reply || kind == .error { dbus_message_set_no_reply(raw, 1) }
        var iterator = DBusMessageIter()
        dbus_message_iter_init_append(raw, &iterator)
        for value in values { value.append(to: &iterator, descriptors) }
        return raw
    }

    /// What libdbus received.
    init(raw: OpaquePointer) {
        let kind: Kind =
            switch dbus_message_get_type(raw) {
            case DBUS_MESSAGE_TYPE_METHOD_CALL: .call
            case DBUS_MESSAGE_TYPE_METHOD_RETURN: .reply
            case DBUS_MESSAGE_TYPE_ERROR: .error
            default: .signal
            }
        self.init(kind: kind)
        path = dbus_message_get_path(raw).map { String(cString: $0) }
        interface = dbus_message_get_interface(raw).map { String(cString: $0) }
        member = dbus_message_get_member(raw).map { String(cString: $0) }
        errorName = dbus_message_get_error_name(raw).map { String(cString: $0) }
        destination = dbus_message_get_destination(raw).map { String(cString: $0) }
        sender = dbus_message_get_sender(raw).map { String(cString: $0) }
        serial = dbus_message_get_serial(raw)
        replySerial = dbus_message_get_reply_serial(raw)
        wantsReply = dbus_message_get_no_reply(raw) == 0
        var iterator = DBusMessageIter()
        if dbus_message_iter_init(raw, &iterator) != 0 {
            values = Value.all(of: &iterator, &descriptors)
        }
    }
}

extension Value {
    fileprivate func append(to iterator: inout DBusMessageIter, _ descriptors: [Int32]) {
        switch self {
        case .byte(let value): Self.basic("y", value, &iterator)
        case .bool(let value): Self.basic("b", UInt32(value ? 1 : 0), &iterator)
        case .double(let value): Self.basic("d", value, &iterator)
        case .int16(let value): Self.basic("n", value, &iterator)
        case .uint16(let value): Self.basic("q", value, &iterator)
        case .int32(let value): Self.basic("i", value, &iterator)
        case .uint32(let value): Self.basic("u", value, &iterator)
        case .int64(let value): Self.basic("x", value, &iterator)
        case .uint64(let value): Self.basic("t", value, &iterator)
        case .string(let text): text.withCString { Self.basic("s", $0, &iterator) }
        case .path(let text): text.withCString { Self.basic("o", $0, &iterator) }
        case .signature(let text): text.withCString { Self.basic("g", $0, &iterator) }
        case .descriptor(let index): Self.basic("h", descriptors[Int(index)], &iterator)
        case .bytes(let bytes):
            Self.container("a", "y", &iterator) { inner in
                bytes.withUnsafeBufferPointer { buffer in
                    guard var start = buffer.baseAddress else { return }
                    dbus_message_iter_append_fixed_array(
                        &inner, Int32(UInt8(ascii: "y")), &start, Int32(buffer.count))
                }
            }
        case .array(let element, let values):
            Self.container("a", element, &iterator) { inner in
                for value in values { value.append(to: &inner, descriptors) }
            }
        case .dictionary(let key, let value, let entries):
            Self.container("a", "{\(key)\(value)}", &iterator) { inner in
                for entry in entries {
                    Self.container("e", nil, &inner) { pair in
                        entry.key.append(to: &pair, descriptors)
                        entry.value.append(to: &pair, descriptors)
                    }
                }
            }
        case .tuple(let values):
            Self.container("r", nil, &iterator) { inner in
                for value in values { value.append(to: &inner, descriptors) }
            }
        case .variant(let value):
            Self.container("v", value.signature, &iterator) { inner in
                value.append(to: &inner, descriptors)
            }
        }
    }

    private static func basic<Basic: BitwiseCopyable>(
        _ type: Unicode.Scalar, _ value: Basic, _ iterator: inout DBusMessageIter
    ) {
        withUnsafePointer(to: value) { pointer in
            let isDone = dbus_message_iter_append_basic(&iterator, Int32(type.value), pointer)
            precondition(isDone != 0, "libdbus does not take \(value)")
        }
    }

    private static func container(
        _ type: Unicode.Scalar, _ signature: String?, _ iterator: inout DBusMessageIter,
        _ fill: (inout DBusMessageIter) -> Void
    ) {
        var inner = DBusMessageIter()
        let isOpen = dbus_message_iter_open_container(
            &iterator, Int32(type.value), signature, &inner)
        precondition(isOpen != 0, "libdbus does not take a container of \(signature ?? "-")")
        fill(&inner)
        dbus_message_iter_close_container(&iterator, &inner)
    }

    /// Everything from where an iterator stands.
    fileprivate static func all(
        of iterator: inout DBusMessageIter, _ descriptors: inout [Descriptor]
    ) -> [Value] {
        var values: [Value] = []
        while dbus_message_iter_get_arg_type(&iterator) != 0 {
            values.append(Value(&iterator, &descriptors))
            dbus_message_iter_next(&iterator)
        }
        return values
    }

    private init(_ iterator: inout DBusMessageIter, _ descriptors: inout [Descriptor]) {
        self =
            switch UInt8(truncatingIfNeeded: dbus_message_iter_get_arg_type(&iterator)) {
            case UInt8(ascii: "y"): .byte(Self.basic(&iterator, 0))
            case UInt8(ascii: "b"): .bool(Self.basic(&iterator, UInt32(0)) != 0)
            case UInt8(ascii: "d"): .double(Self.basic(&iterator, 0))
            case UInt8(ascii: "n"): .int16(Self.basic(&iterator, 0))
            case UInt8(ascii: "q"): .uint16(Self.basic(&iterator, 0))
            case UInt8(ascii: "i"): .int32(Self.basic(&iterator, 0))
            case UInt8(ascii: "u"): .uint32(Self.basic(&iterator, 0))
            case UInt8(ascii: "x"): .int64(Self.basic(&iterator, 0))
            case UInt8(ascii: "t"): .uint64(Self.basic(&iterator, 0))
            case UInt8(ascii: "s"): .string(Self.text(&iterator))
            case UInt8(ascii: "o"): .path(Self.text(&iterator))
            case UInt8(ascii: "g"): .signature(Self.text(&iterator))
            case UInt8(ascii: "h"): Self.descriptor(&iterator, &descriptors)
            case UInt8(ascii: "v"): .variant(Self.inner(&iterator, &descriptors)[0])
            case UInt8(ascii: "a"): Self.array(&iterator, &descriptors)
            default: .tuple(Self.inner(&iterator, &descriptors))
            }
    }

    private static func basic<Basic: BitwiseCopyable>(
        _ iterator: inout DBusMessageIter, _ empty: Basic
    ) -> Basic {
        var value = empty
        dbus_message_iter_get_basic(&iterator, &value)
        return value
    }

    private static func text(_ iterator: inout DBusMessageIter) -> String {
        var pointer: UnsafePointer<CChar>?
        dbus_message_iter_get_basic(&iterator, &pointer)
        return pointer.map { String(cString: $0) } ?? ""
    }

    private static func descriptor(
        _ iterator: inout DBusMessageIter, _ descriptors: inout [Descriptor]
    ) -> Value {
        // A duplicate, which is the reader's own.
        descriptors.append(Descriptor(basic(&iterator, Int32(-1))))
        return .descriptor(Int32(descriptors.count - 1))
    }

    private static func inner(
        _ iterator: inout DBusMessageIter, _ descriptors: inout [Descriptor]
    ) -> [Value] {
        var inner = DBusMessageIter()
        dbus_message_iter_recurse(&iterator, &inner)
        return all(of: &inner, &descriptors)
    }

    private static func array(
        _ iterator: inout DBusMessageIter, _ descriptors: inout [Descriptor]
    ) -> Value {
        var inner = DBusMessageIter()
        dbus_message_iter_recurse(&iterator, &inner)
        let letters = dbus_message_iter_get_signature(&iterator)
        defer { dbus_free(letters) }
        let signature = letters.map { String(cString: $0) }?.dropFirst() ?? ""
        if signature == "y" {
            var start: UnsafePointer<UInt8>?
            var count: Int32 = 0
            dbus_message_iter_get_fixed_array(&inner, &start, &count)
            return .bytes(Array(UnsafeBufferPointer(start: start, count: Int(count))))
        }
        guard signature.first == "{" else {
            return .array(String(signature), all(of: &inner, &descriptors))
        }
        let entries = all(of: &inner, &descriptors).compactMap { pair -> Entry? in
            guard case .tuple(let both) = pair, both.count == 2 else { return nil }
            return Entry(both[0], both[1])
        }
        let types = signature.dropFirst().dropLast()
        return .dictionary(String(types.prefix(1)), String(types.dropFirst()), entries)
    }
}
