import Bluetooth
import MetaWearProtocol
import ScriptedClient

/// A link of a capture, from its first packet to its last, as GATT operations.
package struct CapturedLink: Sendable {
    enum Event: Sendable, Equatable {
        /// The host asked for services, characteristics or descriptors.
        case discovery
        /// The ATT MTU that is in force from here on.
        case mtu(Int)
        case read(BluetoothUUID, Outcome)
        /// A write, and what was answered; nil of a command, which has no answer.
        case write(BluetoothUUID, [UInt8], refusal: UInt8??)
        /// The configuration descriptor of a characteristic.
        case subscribe(BluetoothUUID, UInt16)
        case value(BluetoothUUID, [UInt8])
    }

    /// What a request brought.
    enum Outcome: Sendable, Equatable {
        case value([UInt8])
        /// The code of an error response (Core Vol 3, Part F, 3.4.1.1).
        case refused(UInt8)
        /// The capture has no answer.
        case none
    }

    struct TimedEvent: Sendable, Equatable {
        /// Since the first packet of the capture, in nanoseconds.
        var time: Int64
        var event: Event
        /// When the answer came, of operations that have one.
        var answered: Int64?
    }

    /// From 1.
    package var number = 1
    /// As in the event of the connection; nil if that is before the capture.
    package var peer: Address?
    /// The name that the peer advertised.
    package var name: String?
    /// In nanoseconds since the first packet.
    var began: Int64 = 0
    /// Nil if the capture ended first.
    var ended: (time: Int64, reason: UInt8)?
    /// When the capture ended; nil while it is read.
    var captureEnded: Int64?
    /// Values of characteristics that a list of packets states about the board.
    var stated: [BluetoothUUID: [UInt8]] = [:]
    /// What discovery found; empty if the capture has none.
    var attributes = AttributeMap()
    /// In HCI's units.
    var timing: ConnectionTiming?
    /// When its encryption began, in nanoseconds since the first packet; nil if it is not encrypted.
    var encrypted: Int64?
    /// Packets that are still encrypted in the capture; 0 if it was recorded behind the decryption, as on a host.
    var unreadablePackets = 0
    var events: [TimedEvent] = []
    /// Packets that do not fit together, and handles that no discovery names.
    var remarks: [String] = []
    /// The kind of device, by what it advertised and by its attributes.
    package var kind = Kind.other
    /// Answers and notifications whose characteristic is unknown.
    var unknownPackets = 0

    /// What the peer is.
    package enum Kind: Sendable {
        case metaWear, triki, other
    }

    /// The first value of a characteristic that was read; nil if there is none.
    func value(of uuid: BluetoothUUID) -> [UInt8]? {
        if let value = stated[uuid] { return value }
        for item in events {
            if case .read(uuid, .value(let bytes)) = item.event { return bytes }
        }
        return nil
    }

    func text(of uuid: BluetoothUUID) -> String? {
        value(of: uuid).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether the board runs its bootloader, to take another firmware.
    var isWithBootloader: Bool {
        attributes.discovered.contains(KnownCharacteristic.bootloaderControl)
            && !attributes.discovered.contains(KnownCharacteristic.command)
    }

    /// Until when the capture has what the board sent, in nanoseconds since the beginning of the link: its end if it ended before
    /// the link, and the last value of a link that was lost, because nothing arrived from then to the supervision timeout.
    var end: Int64 {
        guard let ended else { return (captureEnded ?? lastTime) - began }
        guard ended.reason == Self.supervisionTimeout else { return .max }
        let last = events.last { if case .value = $0.event { true } else { false } }
        return last.map { $0.time - began } ?? .max
    }

    /// Core Vol 1, Part F, 1.3.
    private static let supervisionTimeout: UInt8 = 0x08

    /// When the last thing happened.
    var lastTime: Int64 {
        max(ended?.time ?? began, events.last.map { max($0.time, $0.answered ?? $0.time) } ?? began)
    }
}

/// The characteristics of both devices (protocol, core 1.1 and triki 1.3).
enum KnownCharacteristic {
    static let command = HostChannel.metaWear.command
    static let notification = HostChannel.metaWear.notification
    static let metaWearService = HostChannel.metaWear.service
    static let trikiService = HostChannel.nordicUART.service
    static let trikiReceive = HostChannel.nordicUART.command
    static let trikiTransmit = HostChannel.nordicUART.notification
    static let model = BluetoothUUID(stringLiteral: BoardUUID.modelNumber)
    static let serial = BluetoothUUID(stringLiteral: BoardUUID.serialNumber)
    static let firmware = BluetoothUUID(stringLiteral: BoardUUID.firmwareRevision)
    static let hardware = BluetoothUUID(stringLiteral: BoardUUID.hardwareRevision)
    static let manufacturer = BluetoothUUID(stringLiteral: BoardUUID.manufacturerName)
    static let battery = BluetoothUUID(stringLiteral: BoardUUID.batteryLevel)
    /// Of Nordic's bootloader.
    static let bootloaderControl = BluetoothUUID(stringLiteral: BoardUUID.updateControl)

    /// In reports.
    static func name(_ uuid: BluetoothUUID) -> String {
        switch uuid {
        case command: "command"
        case notification: "notify"
        case trikiReceive: "receive"
        case trikiTransmit: "transmit"
        default: "\(uuid)"
        }
    }
}
