import Wire

/// How much of a device's protocol its clients exercised.
public struct ScoreCard: Sendable, Equatable {
    private static func hex(_ byte: UInt8) -> String { Hex.text([byte]) }

    /// What a client did at one register, and the outcome.
    public struct Register: Sendable, Equatable {
        /// Six bits; of a cap the first byte of a request.
        public var id: UInt8
        /// Its name in the register tables.
        public var name: String
        /// Accepted writes.
        public var accepted = 0
        /// Accepted reads: answered, or silent as requested.
        public var read = 0
        /// Ignored packets.
        public var ignored = 0
        /// The last reason for ignoring one, in words.
        public var why = ""
        /// Notifications, answers included.
        public var notified = 0

        /// A register to decode a report into.
        package static var blank: Self { Self(id: 0, name: "") }

        /// Its id in two hexadecimal digits.
        public var hex: String { ScoreCard.hex(id) }
        /// Whether the firmware accepted anything there.
        public var isExercised: Bool { accepted + read > 0 }
        /// Whether anything happened there.
        public var isTouched: Bool { isExercised || ignored > 0 || notified > 0 }
    }

    /// What a client did at one module.
    public struct Module: Sendable, Equatable {
        /// Module id.
        public var id: UInt8
        /// Its name.
        public var name: String
        /// False for a module that the client used and the board does not have.
        public var isPresent = true
        /// The board's registers in order of id, followed by those that it does not have.
        public var registers: [Register] = []
        /// How many of them the board has.
        public var total = 0

        /// A module to decode a report into.
        package static var blank: Self { Self(id: 0, name: "") }

        /// Its id in two hexadecimal digits.
        public var hex: String { ScoreCard.hex(id) }
        /// How many of them were exercised.
        public var exercised: Int { registers.prefix(total).count { $0.isExercised } }
    }

    /// The device's name in the simulation.
    public var board: String
    /// Its product.
    public var model: String
    /// In order of id.
    public var modules: [Module]
    /// GATT values that were read or written, by UUID, with how often.
    public var values: [(uuid: String, read: Int, written: Int)]

    /// A card to decode a report into.
    package static var blank: Self { Self(board: "", model: "", modules: [], values: []) }

    /// Registers that the board has.
    public var total: Int { modules.reduce(0) { $0 + $1.total } }
    /// How many of them were exercised.
    public var exercised: Int { modules.reduce(0) { $0 + $1.exercised } }

    public static func == (a: Self, b: Self) -> Bool {
        a.board == b.board && a.model == b.model && a.modules == b.modules
            && a.values.elementsEqual(b.values, by: ==)
    }
}
