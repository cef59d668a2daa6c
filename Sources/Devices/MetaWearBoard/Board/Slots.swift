import Wire

extension Sequence<UInt8> {
    /// The lowest id below `slots` that is not among these: recorded commands get the ids that they
    /// were recorded with (protocol, core 7).
    func lowestFree(below slots: Int) -> UInt8? {
        (0..<Swift.min(Swift.max(slots, 0), 256)).lazy.map { UInt8($0) }.first {
            !self.contains($0)
        }
    }
}

extension MetaWearBoard {
    /// The answer to a read of a free logger or processor: the bare header (protocol, core 16), or nothing on boards with 1.7
    /// (real boards of 2026: RB26-25).
    var freeSlot: ShortBytes? { has(.silentFreeSlots) ? nil : [] }
}

extension Register {
    /// The same register, whose write creates something and answers its id.
    func creating() -> Self {
        var copy = self
        copy.declaration.created = .of(Byte.self)
        return copy
    }

    /// The same register, which answers the bare header if there is nothing to read, and what that
    /// says in words.
    func orEmpty(_ words: String) -> Self {
        var copy = self
        copy.declaration.emptyAnswer = words
        return copy
    }

    /// The same signal, which another register enables for each slot: subscribing to it has no
    /// effect.
    func enabledBySlot() -> Self {
        var copy = self
        let name = declaration.name
        copy.write = { _, _, board throws(LayoutError) in
            board.trace("ignored: \(name) is enabled slot by slot")
        }
        return copy
    }
}

/// A slot, and whether it notifies.
struct SlotEnable: Layout {
    var id: UInt8 = 0
    var isOn = false
    mutating func layout(_ c: inout some Coder) {
        c(&id, "id")
        c(&isOn, bits: 8, "on")
    }
}
