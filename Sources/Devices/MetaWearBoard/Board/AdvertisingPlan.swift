import Bluetooth
import Peripheral
internal import Simulation
import Wire

/// What a board puts on the air, from its settings and its iBeacon module (protocol, core 1.4).
struct AdvertisingPlan {
    let advertisement: Advertisement
    var scanResponse: [UInt8] { advertisement.scanResponse }

    init(_ board: MetaWearBoard, ignoringBeacon: Bool = false) {
        let settings = board.settings
        let revision = settings?.revision ?? 0
        let txPower = settings?.txPower.level ?? 0
        let beacon: IBeacon? = board.module()
        if !ignoringBeacon, let beacon, beacon.enable.isOn {
            advertisement = Self.beacon(beacon, filter: settings?.filter ?? AdvertisingFilter())
            return
        }
        let name = Array(board.gapName.utf8)
        // Type 06, an incomplete list, between flags and name, as captured (protocol, real boards 1.1).
        let service = Self.structure(0x06, GATT.metaWear.littleEndian)
        let ending = Self.structure(0x09, name)
        var data = Self.structure(0x01, [0x06])
        var response: [UInt8] = []
        // Name and service fill the packet exactly for a name of eight; longer ones move the
        // service to the scan response, where a renamed board is still found (core 15, row 17).
        if data.count + service.count + ending.count <= 31 {
            data += service
        } else {
            response += service
        }
        data += ending
        response += Self.structure(0xFF, Self.company)
        advertisement = Advertisement(
            directedTo: settings?.directedPeer,
            filter: settings?.filter ?? AdvertisingFilter(),
            data: data, scanResponse: settings?.customScanResponse ?? response,
            interval: settings?.advertising.period(revision: revision) ?? .microseconds(417_500),
            txPower: txPower)
    }

    /// 0x626D, MbientLab.
    private static let company: [UInt8] = [0x6D, 0x62]

    private static func beacon(_ beacon: IBeacon, filter: AdvertisingFilter) -> Advertisement {
        func bigEndian(_ value: UInt16) -> [UInt8] {
            [UInt8(value >> 8), UInt8(truncatingIfNeeded: value)]
        }
        let identity = beacon.identity.bytes.reversed()
        let frame =
            [0x4C, 0x00, 0x02, 0x15] + identity + bigEndian(beacon.major.value)
            + bigEndian(beacon.minor.value) + [UInt8(bitPattern: beacon.receivePower.value)]
        return Advertisement(
            filter: filter,
            data: structure(0x01, [0x06]) + structure(0xFF, frame),
            interval: min(
                max(.milliseconds(Int64(beacon.period.value)), .milliseconds(20)),
                .milliseconds(10_240)),
            txPower: Settings.TxPower(value: beacon.transmitPower.value).level)
    }

    /// Length, type, data (Core Vol 3, Part C, 11).
    private static func structure(_ type: UInt8, _ data: [UInt8]) -> [UInt8] {
        [UInt8(data.count + 1), type] + data
    }
}
