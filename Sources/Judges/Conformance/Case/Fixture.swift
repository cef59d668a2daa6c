import Declaration
import ScenarioFile
import YAML

package struct Fixture: Section {
    package var quirks = QuirkSettings()
    package var triki: TrikiSettings?
    package var sensors = Sensors()
    package var battery: Battery?
    package var logFill: Quantity<Ratio> = .percent(0)
    package var deviceName: String?
    package var serial: String?
    package var bootloader: Bootloader?
    package var bus: [BusDeviceDescription] = []
    package var motion: [Move] = []

    package static let keys = Keys(Self(), "fixture") { keys in
        keys.about =
            "The state of the board at the start of a case, if not factory state. For models only."
        keys.optional(
            \.quirks, "quirks", otherwise: "as the real board behaves",
            "Switches of the firmware's behaviour; `boardsim boards` lists them.")
        keys.optional(
            \.triki, "triki", otherwise: "as the captured cap", "Switches of a Triki cap.")
        keys.optional(\.sensors, "sensors", otherwise: "realistic", "How accurate the sensors are.")
        keys.optional(\.battery, "battery", otherwise: "full", "The battery at the start.")
        keys.optional(
            \.logFill, "log-fill", in: .percent(0)...(.percent(100)),
            "How much of the log is filled with older entries.")
        keys.optional(
            \.deviceName, "device-name", otherwise: "as it comes", "The name in the advertisement.")
        keys.optional(\.serial, "serial", otherwise: "derived from the name", "The serial number.")
        keys.optional(
            \.bootloader, "bootloader", otherwise: "as the model has it",
            "MetaBoot, and how it responds to a firmware update.")
        keys.list(
            \.bus, "bus", otherwise: "the board's own chips", "Devices on its buses.")
        keys.list(
            \.motion, "motion", otherwise: "at rest, face up",
            "How it moves from power-on; move steps continue from there.")
    }

    package func check(_ reader: Reader, at mark: Mark) {
        motion.checkBeginning(reader, isBeginning: true)
    }

    /// Whether anything differs from factory state.
    var isSpecial: Bool {
        !quirks.settings.isEmpty || triki != nil || sensors.errors != .realistic
            || sensors.specimen != 0 || sensors.clock != nil || battery != nil
            || logFill.percent > 0 || deviceName != nil
            || serial != nil || bootloader != nil || !bus.isEmpty || !motion.isEmpty
    }

    /// The board of a scenario with this state.
    func board(_ model: BoardModel) -> Board {
        var board = Board()
        board.model = model
        board.quirks = quirks
        board.triki = triki
        board.sensors = sensors
        if let battery { board.battery = battery }
        board.logFill = logFill
        if let deviceName { board.deviceName = deviceName }
        board.serial = serial
        if let bootloader { board.bootloader = bootloader }
        board.bus = bus
        board.motion = motion
        return board
    }
}
