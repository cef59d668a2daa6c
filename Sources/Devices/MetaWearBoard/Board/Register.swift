import Wire

/// The answer of a register to a read.
struct RegisterValue: Sendable {
    /// The data id before the value (channel, pin); `FF` for none.
    var index: UInt8 = SignalKey.noIndex
    /// The value as it goes on the wire.
    var bytes: ShortBytes
    /// True if the data id is always sent, even `FF`.
    var hasIndex = false

    init(_ bytes: ShortBytes, index: UInt8 = SignalKey.noIndex) {
        self.bytes = bytes
        self.index = index
    }
}

/// One row of a module's table: a register, and what the firmware does on access.
struct Register<M: Module>: Sendable {
    /// Hands a property of the module to what reads or writes it, as a `layout` its fields:
    /// `{ $1(&$0.config) }`.
    typealias Property<P> = @Sendable (M, (inout P) -> Void) -> Void
    typealias Write = @Sendable (M, [UInt8], MetaWearBoard) throws(LayoutError) -> Void
    /// Takes the request's bytes after the header; nil sends no answer.
    typealias Read = @Sendable (M, [UInt8], MetaWearBoard) throws(LayoutError) -> RegisterValue?

    /// Its description for trace, docs and tests.
    var declaration: RegisterDeclaration
    var write: Write?
    var read: Read?

    /// A value that the host sets and reads back.
    static func value<P: Layout>(
        _ id: UInt8, _ name: String, since: UInt8 = 0, _ property: @escaping Property<P>,
        didSet: (@Sendable (M, MetaWearBoard) -> Void)? = nil
    ) -> Self {
        Self(
            declaration: .init(
                id: id, name: name, access: [.read, .write], written: .of(P.self),
                answer: .of(P.self), since: since),
            write: { module, bytes, board throws(LayoutError) in
                let value = try P(bytes)
                property(module) { $0 = value }
                didSet?(module, board)
            },
            read: { module, _, _ throws(LayoutError) in
                var bytes: [UInt8] = []
                property(module) { bytes = $0.bytes }
                return RegisterValue(ShortBytes(bytes))
            })
    }

    /// An action on a write.
    static func command<P: Layout>(
        _ id: UInt8, _ name: String, _ payload: P.Type, since: UInt8 = 0,
        _ body: @escaping @Sendable (M, P, MetaWearBoard) -> Void
    ) -> Self {
        Self(
            declaration: .init(
                id: id, name: name, access: .write, written: .of(P.self), since: since),
            write: { module, bytes, board throws(LayoutError) in
                body(module, try P(bytes), board)
            })
    }

    /// Two masks, bits to set and bits to clear (protocol, sensors 1.4); reads back the mask.
    static func mask(
        _ id: UInt8, _ name: String, since: UInt8 = 0, _ property: @escaping Property<UInt8>,
        didSet: (@Sendable (M, MetaWearBoard) -> Void)? = nil
    ) -> Self {
        Self(
            declaration: .init(
                id: id, name: name, access: [.read, .write], written: .of(MaskChange.self),
                answer: .of(Mask.self), since: since),
            write: { module, bytes, board throws(LayoutError) in
                let change = try MaskChange(bytes)
                property(module) { $0 = ($0 | change.enable) & ~change.disable }
                didSet?(module, board)
            },
            read: { module, _, _ throws(LayoutError) in
                var mask: UInt8 = 0
                property(module) { mask = $0 }
                return RegisterValue([mask])
            })
    }

    /// A value that is only read.
    static func query<A: Layout>(
        _ id: UInt8, _ name: String, since: UInt8 = 0, answer: A.Type,
        _ body: @escaping @Sendable (M, MetaWearBoard) -> ShortBytes?
    ) -> Self {
        Self(
            declaration: .init(
                id: id, name: name, access: .read, answer: .of(A.self), since: since),
            read: { module, _, board throws(LayoutError) in
                body(module, board).map { RegisterValue($0) }
            })
    }

    /// A value that is read with parameters, usually a channel or a pin.
    static func query<P: Layout, A: Layout>(
        _ id: UInt8, _ name: String, _ request: P.Type, since: UInt8 = 0, answer: A.Type,
        _ body: @escaping @Sendable (M, P, MetaWearBoard) -> RegisterValue?
    ) -> Self {
        Self(
            declaration: .init(
                id: id, name: name, access: .read, request: .of(P.self), answer: .of(A.self),
                hasIndex: true, since: since),
            read: { module, bytes, board throws(LayoutError) in
                body(module, try P(bytes), board)
            })
    }

    /// Notifies; a one-byte write is its subscription flag, which the board keeps (protocol,
    /// sensors 1.3).
    static func signal<A: Layout>(
        _ id: UInt8, _ name: String, _ payload: A.Type, hasIndex: Bool = false, since: UInt8 = 0,
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
                answer: .of(A.self), hasIndex: hasIndex, since: since),
            read: answer)
    }

    /// A register that real boards have and the model does not implement: access is traced.
    static func unmodelled(_ id: UInt8, _ name: String, _ why: String, since: UInt8 = 0) -> Self {
        Self(
            declaration: .init(
                id: id, name: name, access: [.read, .write], since: since, unmodelled: why))
    }

    /// The same register, whose config begins with a rate field.
    func rated(_ rates: RateCodes?) -> Self {
        var copy = self
        copy.declaration.rates = rates
        return copy
    }

    /// The same register with a read beside its write.
    func readable<A: Layout>(
        _ answer: A.Type, _ read: @escaping @Sendable (M, MetaWearBoard) -> ShortBytes?
    ) -> Self {
        var copy = self
        copy.declaration.access.insert(.read)
        copy.declaration.answer = .of(A.self)
        copy.read = { module, _, board throws(LayoutError) in
            read(module, board).map { RegisterValue($0) }
        }
        return copy
    }

    /// The same register with a read that takes parameters beside its write.
    func readable<P: Layout, A: Layout>(
        _ request: P.Type, answer: A.Type,
        _ read: @escaping @Sendable (M, P, MetaWearBoard) -> ShortBytes?
    ) -> Self {
        var copy = self
        copy.declaration.access.insert(.read)
        copy.declaration.request = .of(P.self)
        copy.declaration.answer = .of(A.self)
        copy.read = { module, bytes, board throws(LayoutError) in
            read(module, try P(bytes), board).map { RegisterValue($0) }
        }
        return copy
    }

    /// The same register with a write beside its read.
    func writable<P: Layout>(
        _ payload: P.Type, _ body: @escaping @Sendable (M, P, MetaWearBoard) -> Void
    ) -> Self {
        var copy = self
        copy.declaration.access.insert(.write)
        copy.declaration.written = .of(P.self)
        copy.write = { module, bytes, board throws(LayoutError) in
            body(module, try P(bytes), board)
        }
        return copy
    }
}
