import MetaWearProtocol
import MetaWearTables

/// Which packets depend on the world, and from which byte on: the rest is equal on every board in the same state.
struct AnswerRule {
    private struct Key: Hashable {
        var module: UInt8
        var register: UInt8
    }

    /// By register, how many bytes of its packets do not depend on the world or on the time. What is not here is
    /// configuration.
    private var fixed: [Key: Int] = [:]
    /// Registers that notify when something happens to the board: taps, pins, the outputs of processors.
    private var happenings: Set<Key> = []

    init(_ guess: BoardGuess) {
        // Everything that a host can stream or log is measured, behind its index if it has one.
        for row in SignalDescription.all {
            guard let register = row.fixedRegister else { continue }
            add(row.module, [register & 0x3F], fixed: row.index == SourceKey.noIndex ? 2 : 3)
        }
        // Pins: the number of the pin, then the value (protocol, sensors 7).
        add(.gpio, [0x06, 0x07, 0x08], fixed: 3)
        add(.gpio, [0x0A], fixed: 3, happens: true)
        // Light of each colour, and how near something is.
        add(.colour, [0x01], fixed: 2)
        add(.proximity, [0x01], fixed: 2)
        // Time and reset counter; entries; the log itself (protocol, core 3).
        add(.logging, [0x04, 0x05, 0x07, 0x08], fixed: 2)
        // A processor's output and state, behind its number (protocol, core 4).
        add(.dataProcessor, [0x03], fixed: 3, happens: true)
        add(.dataProcessor, [0x04], fixed: 3)
        // Calibration (protocol, sensors 20.4).
        add(.sensorFusion, [0x0B, 0x0C, 0x0D, 0x0E], fixed: 2)
        let chip = SignalCatalogue(modules: guess.modules).accelerometer
        for feature in AccelerometerFeature.allCases {
            guard let register = chip?.register(of: feature) else { continue }
            add(.accelerometer, [register & 0x3F], fixed: 2, happens: true)
        }
    }

    private mutating func add(
        _ module: MWModule, _ registers: [UInt8], fixed count: Int, happens: Bool = false
    ) {
        for register in registers {
            let key = Key(module: module.rawValue, register: register)
            fixed[key] = count
            if happens { happenings.insert(key) }
        }
    }

    /// Bytes of a packet that do not depend on the world; nil: all of them.
    func fixedBytes(of packet: [UInt8]) -> Int? { Self.key(packet).flatMap { fixed[$0] } }

    /// Whether the board sends such packets when something happens to it, which a capture does not say.
    func dependsOnTheWorld(_ kind: PacketKind) -> Bool {
        Self.key(kind.head).map(happenings.contains) ?? false
    }

    private static func key(_ packet: [UInt8]) -> Key? {
        packet.count >= 2 ? Key(module: packet[0], register: packet[1] & 0x3F) : nil
    }
}

/// Packets of the same kind: they are compared in their order.
struct PacketKind: Hashable, Comparable {
    /// Module and register, with its read bit, and the index of registers that have one.
    var head: [UInt8]

    /// Of a notification of a MetaWear.
    init(_ packet: [UInt8]) {
        let indexed: [MWModule] = [.temperature, .gpio, .dataProcessor, .event, .timer, .macro]
        let hasIndex =
            packet.count > 2 && packet[1] & 0x3F != 0 && packet[1] != 0x02
            && indexed.contains { $0.rawValue == packet[0] }
        head = Array(packet.prefix(hasIndex ? 3 : 2))
    }

    /// Whether a host asked for it: read answers, and the numbers of what it created (protocol, core 1.5).
    var isAnswer: Bool {
        guard head.count >= 2 else { return false }
        return head[1] & 0x80 != 0 || isCreated
    }

    /// The number of a new processor, event, logger, timer or macro.
    private var isCreated: Bool {
        let creating: [MWModule] = [.dataProcessor, .event, .logging, .timer, .macro]
        return head[1] == 0x02 && creating.contains { $0.rawValue == head[0] }
    }

    static func < (a: PacketKind, b: PacketKind) -> Bool {
        a.head.lexicographicallyPrecedes(b.head)
    }
}
