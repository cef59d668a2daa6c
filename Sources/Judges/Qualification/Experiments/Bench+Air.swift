import Bluetooth
import Central
import Conformance
import Simulation

/// Advertising, names and the MTU.
extension Bench {
    /// In the packets of every board in its application (protocol, core 1.3).
    static let service: BluetoothUUID = "326A9000-85CB-9195-D9DD-464CFBBAE75A"

    func advertising() throws(CaseEnd) {
        if hearsAdvertisements {
            let count = try run.advertisements(for: .seconds(3)).count
            decide(33, count == 0, "\(count) advertisements in 3 s with a link")
        } else {
            leaveOpen(33, Self.interpreted)
        }
        try run.leave()
        // It begins again about a second after a link.
        try wait(.seconds(3))
        let heard = try run.advertisements(for: .seconds(5))
        try join()
        guard hearsAdvertisements else {
            leaveOpen(60, Self.interpreted)
            return leaveOpen(61, Self.interpreted)
        }
        decide(60, heard.count >= 7, "\(heard.count) advertisements in 5 s")
        guard let address = run.access.board, !heard.isEmpty else { return }
        let bytes = Self.bytes(of: address)
        let has = heard.contains { report in
            [report.data, report.scanResponse].contains { data in
                Self.contains(data, bytes) || Self.contains(data, bytes.reversed())
            }
        }
        decide(61, !has, has ? "its address is advertised" : "its address is in none of them")
    }

    /// Least significant first.
    private static func bytes(of address: Address) -> [UInt8] {
        (0..<6).map { UInt8(truncatingIfNeeded: address.value >> (8 * UInt64($0))) }
    }

    private static func contains(_ data: [UInt8], _ part: [UInt8]) -> Bool {
        guard data.count >= part.count else { return false }
        return (0...data.count - part.count).contains {
            data[$0..<$0 + part.count].elementsEqual(part)
        }
    }

    func mtu() throws(CaseEnd) {
        try rejoin()
        guard let mtu = try run.exchangeMTU(247) else {
            return leaveOpen(56, "this host chooses the MTU itself")
        }
        decide(56, mtu == 247 || mtu == 23, "asked for 247, it is \(mtu)")
    }

    func names() throws(CaseEnd) {
        try write([0x11, 0x01] + Array("Qualifying-1".utf8))
        try run.leave()
        try wait(.seconds(2))
        let renamed = try run.advertisements(for: .seconds(4))
        let best =
            renamed.last { $0.name != nil && $0.advertisingData.names(Self.service) }
            ?? renamed.last
        if let best {
            decide(
                63, best.name == "Qualifying-1" && best.advertisingData.names(Self.service),
                "it advertises `\(best.name ?? "")` "
                    + (best.advertisingData.names(Self.service) ? "with" : "without")
                    + " its service")
        } else {
            leaveOpen(63, "no advertisement of the renamed board was heard")
        }
        try join()
        guard hearsAdvertisements, let address = run.access.board else {
            try restart()
            return leaveOpen(62, Self.interpreted)
        }
        let name: [UInt8] = [0x09, 0x09] + Array("MetaWear".utf8)
        let maker: [UInt8] = [0x09, 0xFF, 0x6D, 0x62] + Self.bytes(of: address)
        try write([0x11, 0x08] + name)
        try write([0x11, 0x07] + maker)
        let written = try responses()
        try restart()
        let stock = try responses()
        decide(
            62, written.contains(name + maker) && !stock.isEmpty && !stock.contains(name + maker),
            (written.contains(name + maker) ? "it is advertised" : "it is not advertised")
                + (stock.contains(name + maker)
                    ? ", also after a restart" : ", and not after a restart"))
    }

    /// The scan responses of the board after a link.
    private func responses() throws(CaseEnd) -> [[UInt8]] {
        try run.leave()
        try wait(.seconds(2))
        let heard = try run.advertisements(for: .seconds(4))
        try join()
        return heard.map(\.scanResponse).filter { !$0.isEmpty }
    }
}
