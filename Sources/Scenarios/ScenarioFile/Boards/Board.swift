import Bluetooth
import Declaration
import ScriptedClient
import Simulation
import YAML

package struct Board: LocatedSection {
    package static let example = """
        boards:
          - name: wrist
            model: MetaMotion S
            firmware: 1.7.2
            battery: {level: 80 %}
            quirks: {silent-reads-feed-processors: true}
            before: [15 01 00, 03 03 28 0C]
            motion:
              - rest: 2 s
              - walk: {speed: 1.4 m/s, for: 30 s}
        """

    package var name = "board"
    package var model = BoardModel.metaMotionS
    package var firmware: FirmwareName?
    package var manufacturer: String?
    package var serial: String?
    package var address: Address?
    package var deviceName = "MetaWear"
    package var quirks = QuirkSettings()
    package var triki: TrikiSettings?
    package var sensors = Sensors()
    package var battery = Battery()
    package var clockDrift: Quantity<ClockDrift> = .partsPerMillion(0)
    package var uptime = Nanoseconds.zero
    package var bootloader = Bootloader()
    package var state: RelativePath?
    package var logFill: Quantity<Ratio> = .percent(0)
    package var security = BoardSecurity()
    package var bus: [BusDeviceDescription] = []
    package var distance: Quantity<Length>?
    package var worn: Quantity<Ratio> = .percent(0)
    package var before: [Bytes] = []
    package var pose: HeldPose?
    package var motion: [Move] = []
    package var mark = Mark.start

    package init() {}

    package static let keys = Keys(Self(), "board") { keys in
        keys.about = "A simulated board: what it is, and how it moves."
        keys.name(
            \.name, "name", of: .board, "The name used in the rest of the file and in reports.")
        keys.required(\.model, "model", "The product.")
        keys.optional(
            \.firmware, "firmware", otherwise: "the one that `boardsim boards` lists first",
            "The firmware revision. It decides the modules, their revisions and the size of the"
                + " log. `boardsim boards` lists the known revisions.")
        keys.optional(
            \.manufacturer, "manufacturer", otherwise: "`MbientLab Inc`",
            "The manufacturer's name; some MetaMotion S report `MbientLab`. Not for a Triki.")
        keys.optional(
            \.serial, "serial", otherwise: "derived from the name",
            "Six hexadecimal digits; for a Triki, decimal digits that are part of its name.")
        keys.optional(
            \.address, "address", otherwise: "derived from the seed and the name",
            "The Bluetooth address.")
        keys.optional(
            \.deviceName, "device-name",
            "The name in the advertisement, also after a reset; one that a client gives is gone then,"
                + " as on the real board. The default for a Triki is `Triki` and its serial.")
        keys.optional(
            \.quirks, "quirks", otherwise: "as on the real board",
            "Switches for firmware behaviour, each set to `true` or `false`; `boardsim boards`"
                + " lists their names.")
        keys.optional(
            \.triki, "triki", otherwise: "as the captured cap", "Options of a Triki cap.")
        keys.optional(\.sensors, "sensors", otherwise: "realistic", "How accurate the sensors are.")
        keys.optional(\.battery, "battery", otherwise: "full", "The battery at the start.")
        keys.optional(
            \.clockDrift, "clock-drift", in: .partsPerMillion(-1000)...(.partsPerMillion(1000)),
            "How much faster than true time the board's clock runs. It drives the log tick, timers"
                + " and sampling.")
        keys.optional(
            \.uptime, "uptime", in: .zero...Nanoseconds.longest,
            "How long the board has been running when the run begins. It sets the log's clock,"
                + " which wraps after 6291456 s (72 d 19 h 38 min).")
        keys.optional(
            \.bootloader, "bootloader", otherwise: "that of the model",
            "MetaBoot, and the result of a firmware update.")
        keys.optional(
            \.state, "state", otherwise: "nothing is kept",
            "A folder in which the log and the reset uid are kept between runs, as in real flash.")
        keys.optional(
            \.logFill, "log-fill", in: .percent(0)...(.percent(100)),
            "How much of the log is filled with older entries at the start.")
        keys.optional(
            \.distance, "distance", in: .metres(0.01)...(.metres(1000)), otherwise: "the world's",
            "Distance from the clients.")
        keys.optional(
            \.worn, "worn", in: .percent(0)...(.percent(99)),
            "The board is worn: the share of its connection events in which the body between it and the"
                + " hosts lets nothing through, in bursts. Recordings: 30 % standing in"
                + " front of the host, 55 to 80 % walking and running, 90 % turned away.")
        keys.optional(
            \.security, "security", otherwise: "pairing is allowed, but not required",
            "The board's pairing behaviour.")
        keys.list(
            \.bus, "bus", otherwise: "the board's own chips",
            "Devices on its I2C and SPI buses.")
        keys.list(
            \.before, "before", count: 0...10_000, otherwise: "a new board",
            "For a used board: the packets that its previous owner wrote to it, in order, before"
                + " the"
                + " run begins. The answers are discarded. With `--state` they are written again"
                + " at every start.")
        keys.optional(
            \.pose, "pose", otherwise: "flat, face up, or the pose of the first move",
            "How the board is held at the start.")
        keys.list(
            \.motion, "motion", otherwise: "at rest",
            "How the board moves: one move after the other, then at rest.")
    }

    package func check(_ reader: Reader, at mark: Mark) {
        if let manufacturer, manufacturer.isEmpty || manufacturer.utf8.count > 20 {
            reader.fail(
                "`manufacturer` has \(manufacturer.utf8.count) bytes", at: mark,
                fix: "give 1 to 20")
        }
        if let firmware, let known = reader.vocabulary.revisions?[model.rawValue],
            !known.contains(firmware.text)
        {
            reader.fail(
                "firmware `\(firmware.text)` is not known for a \(model.rawValue)",
                at: firmware.mark,
                fix: Suggestion.fix(firmware.text, known: known, what: "known revisions"))
        }
        if let serial, serial.isEmpty || serial.utf8.count > 20 {
            reader.fail(
                "`serial` has \(serial.utf8.count) characters", at: mark, fix: "use 1 to 20")
        }
        if deviceName.isEmpty || deviceName.utf8.count > 26 {
            reader.fail(
                "`device-name` has \(deviceName.utf8.count) bytes", at: mark, fix: "use 1 to 26")
        }
        checkBeginning(reader)
        for packet in before where !(2...20).contains(packet.bytes.count) {
            reader.fail(
                "`\(packet.text)` in `before` is not a valid packet", at: mark,
                fix: "write 2 to 20 bytes: module, register, parameters")
        }
        if motion.seconds > Nanoseconds.longest.seconds || motion.moveCount > 1e6 {
            reader.fail(
                "the motion, with its repeats, is too long", at: motion.first?.mark ?? mark,
                fix: "keep it below a million moves and \(Nanoseconds.longest.text)")
        }
    }
}

extension Board {
    /// A board can begin in only one pose.
    private func checkBeginning(_ reader: Reader) {
        motion.checkBeginning(reader, isBeginning: true)
        guard let pose, let keyframes = motion.first?.kind as? Move.Keyframes,
            let first = keyframes.frames.first, first.at == .zero,
            first.orientation != nil || first.position != nil
        else { return }
        reader.fail(
            "the keyframe at 0 s in line \(first.mark.line) names a pose too", at: pose.mark,
            fix: "keep one of them")
    }
}

/// The supported products.
package enum BoardModel: String, Choice {
    package static let title = "model"
    case metaMotionR = "MetaMotion R"
    case metaMotionRL = "MetaMotion RL"
    case metaMotionS = "MetaMotion S"
    case metaMotionC = "MetaMotion C"
    case metaWearR = "MetaWear R"
    case metaWearRG = "MetaWear RG"
    case metaWearRPro = "MetaWear RPro"
    case metaWearC = "MetaWear C"
    case metaWearCPro = "MetaWear CPro"
    case metaDetector = "MetaDetector"
    case metaEnvironment = "MetaEnvironment"
    case metaTracker = "MetaTracker"
    case triki = "Triki"

    package var about: String {
        switch self {
        case .metaMotionR: "BMI160 and nRF52, with barometer and light sensor."
        case .metaMotionRL: "The R without barometer and light sensor."
        case .metaMotionS: "BMI270 and nRF52840, with NAND flash for the log."
        case .metaMotionC: "The R with a coin cell."
        case .metaWearR: "The first model: MMA8452Q accelerometer, no gyroscope."
        case .metaWearRG: "BMI160."
        case .metaWearRPro: "The RG with barometer and light sensor."
        case .metaWearC: "BMI160, coin cell."
        case .metaWearCPro: "The C with barometer, light sensor and magnetometer."
        case .metaDetector: "BMA255 accelerometer, light and proximity sensors."
        case .metaEnvironment: "BMA255 accelerometer, barometer, hygrometer and colour detector."
        case .metaTracker: "BMI160, barometer, hygrometer and light sensor."
        case .triki: "Motion cap CAP001: LSM6DSL and nRF52810."
        }
    }
}

package struct Sensors: Section {
    /// Sensor errors as in the datasheets, or none.
    package enum Errors: String, Choice {
        package static let title = "kind of sensors"
        case realistic, ideal
        package var about: String {
            switch self {
            case .realistic:
                "Noise, bias, scale error and drift from the chip's datasheet, and the clock"
                    + " error of real chips."
            case .ideal: "Only the range and resolution of the chip."
            }
        }
    }

    package var errors = Errors.realistic
    /// Added to the run's seed, so that each number gives a different specimen of the chip.
    package var specimen = 0
    /// How much faster than its datasheet the inertial chip samples; `nil` for the specimen's
    /// value.
    package var clock: Quantity<ClockDrift>?

    package init() {}

    package static let keys = Keys(Self(), "sensors") { keys in
        keys.about = "How accurate the sensors of a board are."
        keys.optional(\.errors, "errors", principal: true, "Which errors the sensors have.")
        keys.optional(
            \.specimen, "specimen", in: 0...1_000_000,
            "Each number gives a different specimen of the same chips, with different errors.")
        keys.optional(
            \.clock, "clock", in: .partsPerMillion(-50_000)...(.partsPerMillion(50_000)),
            otherwise: "chosen with the specimen, -13000 ppm to 7000 ppm; 0 ppm if `ideal`",
            "How much faster than the configured rate the board samples acceleration and rotation:"
                + " the error of the sensor chip's clock against the board's. Not for a Triki.")
    }
}

package struct Battery: LocatedSection {
    package var level: Quantity<Ratio> = .percent(100)
    package var capacity: Quantity<Charge>?
    package var charger = false
    package var mark = Mark.start

    package static let keys = Keys(Self(), "battery") { keys in
        keys.about = "The battery of a board when the run begins."
        keys.optional(
            \.level, "level", in: .percent(0)...(.percent(100)), principal: true, "Charge.")
        keys.optional(
            \.capacity, "capacity", otherwise: "100 mAh",
            "The capacity when full.")
        keys.optional(\.charger, "charger", "Whether the charger is connected.")
    }
}
