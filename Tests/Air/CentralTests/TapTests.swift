import Bluetooth
import Peripheral
import Simulation
import Testing

@testable import Central

/// What a tap sees of encryption.
@Suite struct TapTests {
    private final class Tap: CentralTap {
        var seen: [String] = []
        var pairing = 0

        func scanning(active: Bool?, at time: Instant) {}
        func reported(_ report: ScanReport) {}
        func connected(
            _ connection: ConnectionID, own: Address, peer: Address,
            _ parameters: ConnectionParameters, at time: Instant
        ) { seen.append("connected") }
        func frame(
            _ frame: Span<UInt8>, sentByCentral: Bool, on connection: ConnectionID,
            at time: Instant
        ) {
            if frame.word(at: 2) == L2CAPChannel.security { pairing += 1 }
        }
        func acknowledged(_ connection: ConnectionID, at time: Instant) {}
        func parametersChanged(
            _ connection: ConnectionID, _ parameters: ConnectionParameters, at time: Instant
        ) {}
        func encrypting(
            _ connection: ConnectionID, key: [UInt8], diversifier: UInt16, random: UInt64,
            at time: Instant
        ) { seen.append("key of \(key.count), \(random == 0 ? "unnamed" : "named")") }
        func encryptionChanged(
            _ connection: ConnectionID, status: UInt8, isRefresh: Bool, at time: Instant
        ) { seen.append("status \(status)\(isRefresh ? ", anew" : "")") }
        func disconnected(
            _ connection: ConnectionID, reason: DisconnectReason, at time: Instant
        ) { seen.append("disconnected") }
    }

    @Test func `a tap sees pairing and encryption in their order`() throws {
        let options = PairingBench.options(secure: false)
        let bench = PairingBench(central: options, board: options)
        let tap = Tap()
        bench.central.tap(tap)
        let connection = try bench.connect()
        try connection.pairAndWait()
        try connection.encryptAndWait()
        try connection.disconnectAndWait()
        #expect(tap.pairing == 14)
        bench.strap.link?.deleteBonds()
        let again = try bench.connect()
        #expect(throws: CentralError.self) { try again.encryptAndWait() }
        #expect(
            tap.seen == [
                "connected", "key of 16, unnamed", "status 0", "key of 16, named",
                "status 0, anew", "disconnected", "connected", "key of 16, named", "status 6",
            ])
    }
}
