package import Wire

/// What a host may do with a register.
package struct RegisterAccess: OptionSet, Sendable {
    /// One bit an access.
    package let rawValue: UInt8
    /// The accesses of a mask.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `80|register` is answered.
    package static let read = Self(rawValue: 1)
    /// A write does or sets something.
    package static let write = Self(rawValue: 2)
    /// The board notifies it; a write of one byte is its subscription flag.
    package static let notify = Self(rawValue: 4)
}

/// The fields of a payload, and how to describe them in words.
package struct PayloadDeclaration: Sendable {
    /// In the order of the wire.
    package var fields: [LayoutField]
    /// What a payload says.
    package var reading: @Sendable ([UInt8]) -> LayoutReading
    /// Why a payload does not fit the layout; nil if it does.
    package var fault: @Sendable ([UInt8]) -> LayoutError?
    private var forced: @Sendable ((field: Int, value: UInt64)?) -> [LayoutField]

    /// The payload that a layout declares.
    static func of<P: Layout>(_ payload: P.Type) -> Self {
        Self(
            fields: P.fields, reading: P.reading,
            fault: { payload in
                do throws(LayoutError) {
                    _ = try P(payload)
                    return nil
                } catch {
                    return error
                }
            }, forced: P.fields(forcing:))
    }

    /// Values of a field, by its position, that change the payload's other fields, and those
    /// fields.
    var forms: [(field: Int, value: UInt8, fields: [LayoutField])] {
        fields.indices.flatMap { index in
            fields[index].names.compactMap { name in
                let form = forced((index, UInt64(name.value)))
                return form == fields ? nil : (index, name.value, form)
            }
        }
    }
}

/// A register without its module's type, for trace, docs and tests.
package struct RegisterDeclaration: Sendable {
    /// Six bits.
    package var id: UInt8
    /// Its name in the vendor's documents.
    package var name: String
    /// What a host may do with it.
    package var access: RegisterAccess
    /// What a host writes; nil for a register that takes nothing but a subscription flag.
    package var written: PayloadDeclaration?
    /// What follows the header of a read request; nil for nothing.
    package var request: PayloadDeclaration?
    /// Its answer or notification; nil for nothing.
    package var answer: PayloadDeclaration?
    /// Its answer to a write that creates something: bit 7 stays clear (protocol, core 1.5).
    package var created: PayloadDeclaration?
    /// What an answer without a payload says, where the board gives one on purpose: `a free slot`.
    package var emptyAnswer: String?
    /// True if a data id (channel, pin) precedes the answer (protocol, sensors 1.2).
    package var hasIndex = false
    /// The first module revision that has it.
    package var since: UInt8 = 0
    /// What the codes of its rate field mean; nil if it sets no rate.
    package var rates: RateCodes?
    /// Why the model does not implement it; nil if it does.
    package var unmodelled: String?

    /// What a payload says: what the host wrote or requested, or what the board sent.
    func read(_ payload: [UInt8], isRead: Bool, fromBoard: Bool, into reading: inout PacketReading)
    {
        func take(_ declaration: PayloadDeclaration?) {
            if let declaration { reading.fields = declaration.reading(payload) }
        }
        if fromBoard {
            if isRead, payload.isEmpty, let emptyAnswer {
                reading.note = emptyAnswer
                return
            }
            if let created, !isRead { return take(created) }
            guard let answer else { return }
            guard hasIndex, let index = payload.first else { return take(answer) }
            reading.index = index
            reading.fields = answer.reading(Array(payload.dropFirst()))
        } else if isRead {
            take(request)
        } else if written != nil {
            take(written)
        } else if access.contains(.notify), payload.count == 1 {
            reading.note = payload[0] != 0 ? "subscribe" : "unsubscribe"
        }
    }
}
