public import Wire

/// What a host may do with a register.
public struct RegisterAccess: OptionSet, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let read = Self(rawValue: 1)
    public static let write = Self(rawValue: 2)
    public static let notify = Self(rawValue: 4)
}

/// What is known of a register without knowing its module's type: trace, docs and tests read it.
public struct RegisterDeclaration: Sendable {
    /// Six bits.
    public var id: UInt8
    public var name: String
    public var access: RegisterAccess
    /// The payload, written or notified.
    public var fields: [LayoutField] = []
    /// The first module revision that has it.
    public var since: UInt8 = 0
    /// Why the model does nothing with it; nil if it does.
    public var unmodelled: String?
    /// The payload in words, for the trace.
    var words: (@Sendable ([UInt8]) -> String)?
}

/// What a register answers to a read.
public struct RegisterValue: Sendable {
    /// The data id that stands before the value (channel, pin); `FF` for none.
    public var index: UInt8 = SignalKey.noIndex
    public var bytes: ShortBytes

    public init(_ bytes: ShortBytes, index: UInt8 = SignalKey.noIndex) {
        self.bytes = bytes
        self.index = index
    }
}

/// One row of a module's table: a register, and what the firmware does when it is touched.
public struct Register<M: Module>: Sendable {
    typealias Write = @Sendable (M, [UInt8], MetaWearBoard) throws(LayoutError) -> Void
    /// The request's bytes behind the header come in; nil answers with silence.
    typealias Read = @Sendable (M, [UInt8], MetaWearBoard) throws(LayoutError) -> RegisterValue?

    public var declaration: RegisterDeclaration
    var write: Write?
    var read: Read?

    /// A value that the host sets and reads back.
    static func value<P: Layout>(
        _ id: UInt8, _ name: String, _ path: any ReferenceWritableKeyPath<M, P> & Sendable,
        since: UInt8 = 0,
        didSet: (@Sendable (M, MetaWearBoard) -> Void)? = nil
    ) -> Self {
        Self(
            declaration: .init(
                id: id, name: name, access: [.read, .write], fields: P.fields, since: since,
                words: P.words),
            write: { module, bytes, board throws(LayoutError) in
                module[keyPath: path] = try P(bytes)
                didSet?(module, board)
            },
            read: { module, _, _ throws(LayoutError) in
                RegisterValue(ShortBytes(module[keyPath: path].bytes))
            })
    }

    /// Something that happens when written.
    static func command<P: Layout>(
        _ id: UInt8, _ name: String, _ payload: P.Type, since: UInt8 = 0,
        _ body: @escaping @Sendable (M, P, MetaWearBoard) -> Void
    ) -> Self {
        Self(
            declaration: .init(
                id: id, name: name, access: .write, fields: P.fields, since: since, words: P.words),
            write: { module, bytes, board throws(LayoutError) in
                body(module, try P(bytes), board)
            })
    }

    /// Two masks, bits to set and bits to clear (protocol, sensors 1.4); reads back the mask.
    static func mask(
        _ id: UInt8, _ name: String, _ path: any ReferenceWritableKeyPath<M, UInt8> & Sendable,
        since: UInt8 = 0, didSet: (@Sendable (M, MetaWearBoard) -> Void)? = nil
    ) -> Self {
        Self(
            declaration: .init(
                id: id, name: name, access: [.read, .write], fields: MaskChange.fields,
                since: since, words: MaskChange.words),
            write: { module, bytes, board throws(LayoutError) in
                let change = try MaskChange(bytes)
                module[keyPath: path] = (module[keyPath: path] | change.enable) & ~change.disable
                didSet?(module, board)
            },
            read: { module, _, _ throws(LayoutError) in
                RegisterValue([module[keyPath: path]])
            })
    }

    /// A value that only reads answer.
    static func query(
        _ id: UInt8, _ name: String, since: UInt8 = 0, fields: [LayoutField] = [],
        _ body: @escaping @Sendable (M, MetaWearBoard) -> ShortBytes?
    ) -> Self {
        Self(
            declaration: .init(id: id, name: name, access: .read, fields: fields, since: since),
            read: { module, _, board throws(LayoutError) in
                body(module, board).map { RegisterValue($0) }
            })
    }

    /// A value that is read with parameters, usually a channel or a pin.
    static func query<P: Layout>(
        _ id: UInt8, _ name: String, _ request: P.Type, since: UInt8 = 0,
        _ body: @escaping @Sendable (M, P, MetaWearBoard) -> RegisterValue?
    ) -> Self {
        Self(
            declaration: .init(
                id: id, name: name, access: .read, fields: P.fields, since: since, words: P.words),
            read: { module, bytes, board throws(LayoutError) in
                body(module, try P(bytes), board)
            })
    }

    /// Notifies; a one-byte write is its subscription flag, which the board keeps (protocol,
    /// sensors 1.3).
    static func signal(
        _ id: UInt8, _ name: String, fields: [LayoutField] = [], since: UInt8 = 0,
        read: (@Sendable (M, MetaWearBoard) -> ShortBytes?)? = nil
    ) -> Self {
        var answer: Read?
        if let read {
            answer = { module, _, board throws(LayoutError) in
                read(module, board).map { RegisterValue($0) }
            }
        }
        return Self(
            declaration: .init(
                id: id, name: name, access: read == nil ? .notify : [.notify, .read],
                fields: fields, since: since),
            read: answer)
    }

    /// A register that boards have and the model does nothing with: touching it is traced.
    static func unmodelled(_ id: UInt8, _ name: String, _ why: String, since: UInt8 = 0) -> Self {
        Self(
            declaration: .init(
                id: id, name: name, access: [.read, .write], since: since, unmodelled: why))
    }

    /// The same register with a read beside its write.
    func readable(_ read: @escaping @Sendable (M, MetaWearBoard) -> ShortBytes?) -> Self {
        var copy = self
        copy.declaration.access.insert(.read)
        copy.read = { module, _, board throws(LayoutError) in
            read(module, board).map { RegisterValue($0) }
        }
        return copy
    }
}

/// The payload of an enable/disable pair.
struct MaskChange: Layout {
    var enable: UInt8 = 0
    var disable: UInt8 = 0
    mutating func layout(_ c: inout some Coder) {
        c(&enable, "enable")
        c(&disable, "disable")
    }
}

/// One byte that is off at 0 and on otherwise.
struct Flag: Layout {
    var isOn = false
    mutating func layout(_ c: inout some Coder) { c(&isOn, bits: 8, "on") }
}

/// One byte.
struct Byte: Layout {
    var value: UInt8 = 0
    mutating func layout(_ c: inout some Coder) { c(&value, "value") }
}

/// No payload is looked at.
struct Anything: Layout {
    mutating func layout(_ c: inout some Coder) {}
}
