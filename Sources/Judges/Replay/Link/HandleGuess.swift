import Bluetooth

/// The handles of a device whose attributes were discovered before the capture, by what was sent over them.
struct HandleGuess {
    var kind: CapturedLink.Kind
    var toBoard: UInt16
    var fromBoard: UInt16

    var command: BluetoothUUID {
        kind == .triki ? KnownCharacteristic.trikiReceive : KnownCharacteristic.command
    }
    var notifying: BluetoothUUID {
        kind == .triki ? KnownCharacteristic.trikiTransmit : KnownCharacteristic.notification
    }

    /// Nil unless it is a MetaWear or a cap beyond doubt: a board answers at least two reads of registers, each with
    /// the same two bytes (protocol, core 1.5); a cap answers the START command (triki 1.4) with frames that begin
    /// with 22.
    init?(_ packets: [(isNotified: Bool, handle: UInt16, bytes: [UInt8])]) {
        var asked: [UInt16: Set<[UInt8]>] = [:]
        var answers: [[UInt16]: Int] = [:]
        var started: UInt16?
        for packet in packets where packet.bytes.count >= 2 {
            let head = Array(packet.bytes.prefix(2))
            if !packet.isNotified {
                if head[1] & 0x80 != 0 { asked[packet.handle, default: []].insert(head) }
                if head[0] == 0x20, packet.bytes.count >= 7 { started = packet.handle }
            } else if let writer = asked.keys.sorted().first(where: {
                asked[$0]?.contains(head) == true
            }) {
                answers[[writer, packet.handle], default: 0] += 1
            } else if let writer = started, head[0] == 0x22 {
                answers[[writer, packet.handle, 1], default: 0] += 1
            }
        }
        let best = answers.max { ($0.value, $1.key.description) < ($1.value, $0.key.description) }
        guard let best, best.value >= 2 else { return nil }
        kind = best.key.count == 3 ? .triki : .metaWear
        (toBoard, fromBoard) = (best.key[0], best.key[1])
    }
}
