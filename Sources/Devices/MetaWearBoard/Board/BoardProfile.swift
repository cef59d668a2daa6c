public import Peripheral
public import Simulation

/// A board as data: what it is made of, what it says of itself, and how much it holds.
public struct BoardProfile: Sendable {
    /// One row of the module table.
    public struct Entry: Sendable {
        /// The first byte of its packets.
        public var id: UInt8
        /// As people call it.
        public var name: String
        /// What it answers to discovery.
        public var information: ModuleInformation
        var type: (any Module.Type)?

        /// False for a module that answers discovery and nothing else yet.
        public var isModelled: Bool { type != nil }

        /// Every register that the model knows, of every revision; none for a module without model.
        public var declarations: [RegisterDeclaration] { type?.declarations ?? [] }

        init<M: Module>(_ type: M.Type, _ information: ModuleInformation) {
            id = M.id
            name = M.name
            self.information = information
            self.type = type
        }

        /// Present on the board and in discovery, not yet in the model.
        init(unmodelled id: UInt8, _ name: String, _ information: ModuleInformation) {
            self.id = id
            self.name = name
            self.information = information
        }
    }

    /// As people say it, `MetaMotion S`.
    public var name: String
    /// Device information 2A24.
    public var modelNumber: String
    /// Device information 2A26.
    public var firmwareRevision: String
    /// Device information 2A26 while the bootloader runs (protocol, core 13.1).
    public var bootloaderRevision = "0.3.2"
    /// What an application image that a host sends is; nil: as the image or its init packet says.
    public var imageRevision: FirmwareRevision?
    /// Flash for programs in bytes, which no image may exceed: 512 KiB in the nRF52832, 1 MiB in the
    /// nRF52840 (product specifications).
    public var programFlash = 512 << 10
    /// Device information 2A27.
    public var hardwareRevision: String
    /// In order of id; a module that is not here is absent.
    public var modules: [Entry]
    /// Accelerometer and gyroscope.
    public var inertialChip: InertialChip
    /// How much it logs.
    public var flash: FlashGeometry
    /// Level of a GPIO pin that is high, in volts.
    public var logicVoltage: Double
    /// What its radio can do, and whether GAP has 2AA6.
    ///
    /// 4.1: the boards of 2016 have no 2AA6, which came with 4.2 (protocol, real boards 1.3). 4.2:
    /// 1.5.0 has it, and encryption is its only Link Layer feature (real boards 1.1). 5.0: with 1.7
    /// register 1D of the settings (keep to 1M) would be of no use to any other; no capture shows it.
    public var stack = LinkLayerGeneration.bluetooth5
    /// Device information 2A29. Two of three real S say `MbientLab` (protocol, real boards 2).
    public var manufacturer = "MbientLab Inc"
    /// Whether its USB socket has data lines (protocol, core 14: the S alone).
    public var hasUSB = false
    /// The battery that is sold with it.
    public var battery = BatteryDesign(capacity: 100)
    /// Quirks that are on unless a scenario says otherwise.
    public var quirks: Set<Quirk> = []
    /// From the end of a link to the next advertisement (protocol, core 1.4: about 1 s).
    public var advertisingDelay = Nanoseconds.milliseconds(900)
    /// From a reset to the first advertisement (protocol, core 1.4: 1 to 3 s).
    public var bootDelay = Nanoseconds.milliseconds(1_500)
    /// Notifications that the firmware holds when the link's own buffers are full.
    public var notificationBuffers = 24

    /// What a module answers to discovery; nil if it is absent.
    public func information(_ id: UInt8) -> ModuleInformation? {
        modules.first { $0.id == id }?.information
    }
}

/// The accelerometer, and the gyroscope if there is one in it.
public enum InertialChip: Sendable {
    /// MetaMotion R and RL.
    case bmi160
    /// MetaMotion S.
    case bmi270
    /// Detector and Environment; no gyroscope.
    case bma255
    /// MetaWear R; no gyroscope.
    case mma8452q
}

/// How the log's flash is cut (protocol, core 3.6 and 3.9).
public struct FlashGeometry: Sendable, Equatable {
    /// Slots of 8 bytes in a page: one header and the entries.
    public var slotsPerPage: Int
    /// Slots in all, as the logging module's information says it.
    public var capacity: Int
    /// Entries wait in a RAM page until it is full or flushed (NAND, logging revision 3).
    public var hasRAMPage: Bool

    /// Pages in all.
    public var pages: Int { capacity / max(slotsPerPage, 1) }

    /// A cut of the flash; a page holds its header and at least one entry.
    public init(slotsPerPage: Int, capacity: Int, hasRAMPage: Bool) {
        self.slotsPerPage = max(slotsPerPage, 2)
        self.capacity = max(capacity, 0)
        self.hasRAMPage = hasRAMPage
    }
}

extension BoardProfile: CustomStringConvertible {
    /// Its name.
    public var description: String { name }
}
