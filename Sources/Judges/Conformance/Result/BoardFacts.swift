/// What a board said about itself before it was judged.
package struct BoardFacts: Sendable, Equatable {
    /// One module as discovery has it (protocol, core 2.2).
    package struct Module: Sendable, Equatable {
        package var id: UInt8
        /// In words: `Accelerometer`.
        package var name: String
        /// Nil of a module that is absent.
        package var implementation: UInt8?
        /// Nil of a module that is absent.
        package var revision: UInt8?
        /// What follows these two in the answer.
        package var extra: [UInt8]
        /// The whole answer of a module that is present but answers less than implementation and revision;
        /// empty for all others.
        package var malformed: [UInt8]

        /// A module; absent by default.
        package init(
            id: UInt8, name: String, implementation: UInt8? = nil, revision: UInt8? = nil,
            extra: [UInt8] = [], malformed: [UInt8] = []
        ) {
            self.id = id
            self.name = name
            self.implementation = implementation
            self.revision = revision
            self.extra = extra
            self.malformed = malformed
        }
    }

    /// Its name in results, unique in a report: `MetaMotion S 1.7.2`.
    package var name: String
    package var model: String
    package var firmware: String
    package var hardware: String
    /// By id; none of a board without modules, as the Triki cap.
    package var modules: [Module]

    /// A board and what it said.
    package init(
        name: String, model: String, firmware: String, hardware: String, modules: [Module] = []
    ) {
        self.name = name
        self.model = model
        self.firmware = firmware
        self.hardware = hardware
        self.modules = modules
    }
}
