public import Peripheral
package import Simulation

/// A board as data: its parts, what it reports about itself, and its capacities.
public struct BoardProfile: Sendable {
    /// One row of the module table.
    public struct Entry: Sendable {
        /// Module id.
        public var id: UInt8
        /// Its name, `accelerometer`.
        public var name: String
        /// Its answer to discovery.
        public var information: ModuleInformation
        /// Makes it as it is after a reset; nil for a module without model.
        let make: (@Sendable (ModuleInformation, MetaWearBoard) -> any Module)?
        private let table: @Sendable () -> [RegisterDeclaration]

        /// False for a module that answers discovery and nothing else yet.
        package var isModelled: Bool { make != nil }

        /// Every register that the model knows, of every revision; none for a module without model.
        package var declarations: [RegisterDeclaration] { table() }

        /// Whether both have the same registers, whatever their implementation and revision.
        func isSameModel(as other: Self) -> Bool {
            id == other.id
                && declarations.map { "\($0.id) \($0.name)" }
                    == other.declarations.map { "\($0.id) \($0.name)" }
        }

        init<M: Module>(_ type: M.Type, _ information: ModuleInformation) {
            id = M.id
            name = M.name
            self.information = information
            make = { M($0, on: $1) }
            table = { M.declarations }
        }
    }

    /// The product's name, `MetaMotion S`.
    public var name: String
    /// Device information 2A24.
    public var modelNumber: String
    /// Device information 2A26.
    public var firmwareRevision: String
    /// Device information 2A26 while the bootloader runs (protocol, core 13.1).
    package var bootloaderRevision = "0.3.2"
    /// The revision that an uploaded application image reports; nil: read from the image or its
    /// init packet.
    package var imageRevision: FirmwareRevision?
    /// Flash for programs in bytes, which no image may exceed: 512 KiB in the nRF52832, 1 MiB in the
    /// nRF52840 (product specifications).
    package var programFlash = 512 << 10
    /// Device information 2A27.
    package var hardwareRevision: String
    /// In order of id; a module that is not here is absent.
    public var modules: [Entry]
    /// Accelerometer and gyroscope.
    package var inertialChip: InertialUnit
    /// The size and layout of the log.
    public var flash: FlashGeometry
    /// Level of a GPIO pin that is high, in volts.
    package var logicVoltage: Double
    /// The generation of its radio, and whether GAP has 2AA6.
    ///
    /// 4.1: the boards of 2016 have no 2AA6, which came with 4.2 (protocol, real boards 1.3). 4.2:
    /// 1.5.0 has it, and encryption is its only Link Layer feature (real boards 1.1). 5.0: 1.7 has
    /// register 1D of the settings (1M only), which makes sense on no older radio; no capture shows
    /// it.
    public var stack = LinkLayerGeneration.bluetooth5
    /// Device information 2A29. Two of three real S say `MbientLab` (protocol, real boards 2).
    public var manufacturer = "MbientLab Inc"
    /// Whether its USB socket has data lines (protocol, core 14: the S alone).
    package var hasUSB = false
    /// The battery that is sold with it.
    public var battery = BatteryDesign(capacity: 100)
    /// Quirks that are on by default.
    public var quirks: Set<Quirk> = []
    /// From the end of a link to the next advertisement (protocol, core 1.4: about 1 s).
    package var advertisingDelay = Nanoseconds.milliseconds(900)
    /// From a reset to the first advertisement (protocol, core 1.4: 1 to 3 s).
    package var bootDelay = Nanoseconds.milliseconds(1_500)
    /// Notifications that the firmware queues when the link's own buffers are full.
    package var notificationBuffers = 24

    /// The answer of a module to discovery; nil if it is absent.
    public func information(_ id: UInt8) -> ModuleInformation? {
        modules.first { $0.id == id }?.information
    }
}

/// The chip with the accelerometer and, in some, the gyroscope.
package enum InertialUnit: Sendable {
    /// MetaMotion R and RL.
    case bmi160
    /// MetaMotion S.
    case bmi270
    /// Detector and Environment; no gyroscope.
    case bma255
    /// MetaWear R; no gyroscope.
    case mma8452q
}

/// The layout of the log's flash (protocol, core 3.6 and 3.9).
public struct FlashGeometry: Sendable, Equatable {
    /// Slots of 8 bytes in a page: one header and the entries.
    package var slotsPerPage: Int
    /// Slots in all, as the logging module's information says it.
    public var capacity: Int
    /// Entries wait in a RAM page until it is full or flushed (NAND, logging revision 3).
    package var hasRAMPage: Bool

    /// Pages in all.
    public var pages: Int { capacity / max(slotsPerPage, 1) }

    /// A layout; a page holds its header and at least one entry.
    public init(slotsPerPage: Int, capacity: Int, hasRAMPage: Bool) {
        self.slotsPerPage = max(slotsPerPage, 2)
        self.capacity = max(capacity, 0)
        self.hasRAMPage = hasRAMPage
    }
}

extension BoardProfile: Equatable {}

extension BoardProfile.Entry: Equatable {
    /// Whether both are the same module with the same information.
    public static func == (one: Self, other: Self) -> Bool {
        one.id == other.id && one.name == other.name && one.information == other.information
    }
}

extension BoardProfile: CustomStringConvertible {
    /// Its name.
    public var description: String { name }
}
