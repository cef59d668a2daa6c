import Wire

/// How much of a device's protocol its clients exercised.
public struct ScoreCard: Sendable, Equatable {
    private static func hex(_ byte: UInt8) -> String { Hex.text([byte]) }

    /// What was done at one register, and what came of it.
    public struct Register: Sendable, Equatable {
        /// Six bits; of a cap the first byte of a request.
        public var id: UInt8
        /// As the register tables call it.
        public var name: String
        /// Writes that the firmware took.
        public var accepted = 0
        /// Reads that it took: answered, or silent as they were asked to be.
        public var read = 0
        /// What it met with silence.
        public var ignored = 0
        /// The last reason for that, in words.
        public var why = ""
        /// What it said there, answers included.
        public var notified = 0

        /// Where nothing has happened yet; for who reads a report.
        package static var blank: Self { Self(id: 0, name: "") }

        /// Its id in two hexadecimal digits.
        public var hex: String { ScoreCard.hex(id) }
        /// Whether the firmware did anything there for a client.
        public var isExercised: Bool { accepted + read > 0 }
        /// Whether anything happened there.
        public var isTouched: Bool { isExercised || ignored > 0 || notified > 0 }
    }

    /// What was done at one module.
    public struct Module: Sendable, Equatable {
        /// The first byte of its packets.
        public var id: UInt8
        /// As people call it.
        public var name: String
        /// False for one that the client talked to and the board does not have.
        public var isPresent = true
        /// Those that the board has, in order of id; behind them those that it has not.
        public var registers: [Register] = []
        /// How many of them the board has.
        public var total = 0

        /// Without a register; for who reads a report.
        package static var blank: Self { Self(id: 0, name: "") }

        /// Its id in two hexadecimal digits.
        public var hex: String { ScoreCard.hex(id) }
        /// How many of those were exercised.
        public var exercised: Int { registers.prefix(total).count { $0.isExercised } }
    }

    /// Of the device, as the simulation names it.
    public var board: String
    /// Its product.
    public var model: String
    /// In order of id.
    public var modules: [Module]
    /// GATT values that were read or written, by UUID, with how often.
    public var values: [(uuid: String, read: Int, written: Int)]

    /// Without a module; for who reads a report.
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
