import Device
import MetaWearBoard
import Peripheral
import Simulation

/// A packet for the firmware and its outcome.
struct Command {
    let bytes: [UInt8]
    let source: CommandSource
    /// How it was written; nil if it was not written over the air.
    let kind: WriteKind?
    let time: Instant
    /// Why the firmware ignored it; nil if it was accepted or has not ended yet.
    var refusal: (any DeviceRefusal)?
    /// The id of the entry that it created.
    var created: UInt8?
    /// Whether it was answered.
    var isAnswered = false

    static let readBit: UInt8 = 0x80
    static let silentBit: UInt8 = 0x40

    var module: UInt8? { bytes.first }
    var register: UInt8? { bytes.count > 1 ? bytes[1] & 0x3F : nil }
    var isRead: Bool { bytes.count > 1 && bytes[1] & Self.readBit != 0 }
    var isSilent: Bool { bytes.count > 1 && bytes[1] & Self.silentBit != 0 }
    var payload: ArraySlice<UInt8> { bytes.dropFirst(2) }
    var isAccepted: Bool { refusal == nil }

    /// Why the device ignored it, if that is an error of this type.
    func refusal<Why: Error & CustomStringConvertible>(_: Why.Type) -> Why? {
        (refusal as? Refused<Why>)?.why
    }

    /// Whether an event of the board executed it.
    var isOfEvent: Bool { if case .event = source { true } else { false } }

    /// Whether it writes this register.
    func writes(_ module: UInt8, _ register: UInt8) -> Bool {
        self.module == module && self.register == register && !isRead
    }

    /// Whether it reads this register, silently or not.
    func reads(_ module: UInt8, _ register: UInt8) -> Bool {
        self.module == module && self.register == register && isRead
    }

    /// A byte of the payload.
    func byte(_ index: Int) -> UInt8? { index + 2 < bytes.count ? bytes[index + 2] : nil }

    /// Two bytes of the payload, little endian.
    func word(_ index: Int) -> Int? {
        guard let low = byte(index), let high = byte(index + 1) else { return nil }
        return Int(low) | Int(high) << 8
    }

    /// Four bytes of the payload, little endian.
    func long(_ index: Int) -> UInt32? {
        guard let low = word(index), let high = word(index + 2) else { return nil }
        return UInt32(low) | UInt32(high) << 16
    }

    /// Bytes as a number, little endian.
    static func number(_ bytes: [UInt8]) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The state that made the board ignore a host's command; the board's own commands are judged
    /// separately.
    var obstacle: Obstacle? { source == .host ? ownObstacle : nil }

    /// The state that made the board ignore it, whatever its source.
    var ownObstacle: Obstacle? {
        if case .refused(let obstacle, _)? = refusal(Refusal.self) { obstacle } else { nil }
    }

    /// Whether the same command could succeed at another time.
    var isRefusedForNow: Bool {
        switch ownObstacle {
        case .playing, .whileLogging, .busy, .inUse, .suspended, .nothingToConfirm, .nothingToDo,
            .wrongMode, .noRecording, .tableFull, .memoryFull, .locked, .noDevice,
            .entriesUnwanted:
            true
        default: false
        }
    }
}
