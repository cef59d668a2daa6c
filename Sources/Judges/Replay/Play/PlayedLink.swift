import Bluetooth

/// What the model did on a link of the capture, in the capture's words: each operation of the host has an event with
/// the same index. What the board sent is counted: the model may stream through a pause of days.
struct PlayedLink: Sendable {
    /// What each event of the captured link brought; nil of what was not played.
    var operations: [CapturedLink.TimedEvent?]
    /// What a MetaWear sent; times count from the beginning of the link.
    var heard: HeardPackets
    /// What a cap sent, likewise.
    var caps: CapTraffic
    /// When the link ended by itself, and why in words; nil if the host ended it.
    var ended: (time: Int64, why: String)?
    /// Why there was no link; nil if there was one.
    var failure: String?
    /// The characteristics that the model has.
    var attributes: [String] = []

    /// Nothing yet.
    init(_ link: CapturedLink) {
        operations = Array(repeating: nil, count: link.events.count)
        heard = HeardPackets(playing: link)
        caps = CapTraffic(playing: link)
    }

    /// The board sends a value.
    mutating func take(_ bytes: [UInt8], of uuid: BluetoothUUID, at time: Int64) {
        switch uuid {
        case KnownCharacteristic.notification: heard.take(bytes, at: time)
        case KnownCharacteristic.trikiTransmit: caps.take(bytes, at: time)
        default: break
        }
    }
}
