import Bluetooth
import Peripheral
internal import Simulation
import Wire

/// The vendor's bootloader, a legacy Nordic DFU: its GATT table, its notices, and the progress of
/// an update (protocol, core 13). The update survives a lost link, as with Nordic's.
final class MetaBoot {
    /// In the advertisement and GAP.
    static let name = "MetaBoot"
    static let control = ValueID(30)
    static let packet = ValueID(31)
    static let version = ValueID(32)
    /// 0.8, minor part first (protocol, core 13.1).
    static let versionNumber: [UInt8] = [0x08, 0x00]
    static let dfu: BluetoothUUID = "00001530-1212-EFDE-1523-785FEABCD123"

    static let services: [Service] = [
        Service(
            dfu,
            characteristics: [
                Characteristic(
                    "00001531-1212-EFDE-1523-785FEABCD123", id: control,
                    properties: [.write, .notify], maximumLength: 20),
                Characteristic(
                    "00001532-1212-EFDE-1523-785FEABCD123", id: packet,
                    properties: .writeWithoutResponse, maximumLength: 20),
                Characteristic(
                    "00001534-1212-EFDE-1523-785FEABCD123", id: version, properties: .read),
            ]),
        GATT.deviceInformation,
    ]

    /// From a reset to its first advertisement: Nordic's clients reconnect at once (protocol, core
    /// 13.1); the real delay is not documented.
    static let startDelay = Nanoseconds.milliseconds(100)
    /// Without a link for so long it starts the application, if that is whole (real boards of 2026: RB26-80).
    static let patience = Nanoseconds.seconds(60 as Int64)
    /// Notices that wait for a full link; later ones are dropped if the host does not read.
    private static let longestQueue = 32

    var dfu: DFUControl
    var isSubscribed = false
    /// Distinguishes the wait for a host from earlier ones.
    var wait: UInt64 = 0
    /// The link is about to end, and a reset will follow.
    var isLeaving = false
    private(set) var waiting: [ShortBytes] = []

    /// - Parameter revision: its own, which device information shows.
    init(_ profile: BoardProfile, revision: String) {
        dfu = DFUControl(
            DFUControl.Target(
                limit: profile.programFlash, bootloader: FirmwareRevision(revision),
                hardware: profile.hardwareRevision))
    }

    /// Flags, name and service; fast, as Nordic's bootloader advertises (every 25 ms).
    var advertisement: Advertisement {
        let name = Array(Self.name.utf8)
        let service = Self.dfu.littleEndian
        return Advertisement(
            data: [0x02, 0x01, 0x06, UInt8(service.count + 1), 0x07] + service
                + [UInt8(name.count + 1), 0x09] + name,
            interval: .milliseconds(25))
    }

    /// False if the queue is full.
    func append(_ notice: ShortBytes) -> Bool {
        guard waiting.count < Self.longestQueue else { return false }
        waiting.append(notice)
        return true
    }

    func removeFirst() { if !waiting.isEmpty { waiting.removeFirst() } }

    func discardWaiting(_ settle: (ShortBytes) -> Void) {
        for notice in waiting { settle(notice) }
        waiting = []
    }
}
