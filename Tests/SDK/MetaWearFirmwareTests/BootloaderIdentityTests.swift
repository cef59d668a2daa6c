import Foundation
import MetaWearTransport
import Testing

@testable import MetaWearFirmware

/// Which bootloader is that of a board.
@Suite struct BootloaderIdentityTests {
    private let board = UUID(bluetoothAddress: "C5:64:3C:5A:58:FF")
    private let next = UUID(bluetoothAddress: "C5:64:3C:5A:58:00")
    private let stranger = UUID(bluetoothAddress: "C5:64:3C:5A:59:00")

    @Test func `the next address has no carry`() {
        let identity = BootloaderIdentity(identifier: board, address: "C5:64:3C:5A:58:FF")
        #expect(identity.neighbour == next)
        #expect(
            BootloaderIdentity(identifier: board, address: "c5:64:3c:5a:58:0e").neighbour
                == UUID(bluetoothAddress: "C5:64:3C:5A:58:0F"))
        for odd in ["", "C5", "C5:64:3C:5A:58", "C5:64:3C:5A:58:GG", "C5:64:3C:5A:58:FF:00"] {
            #expect(BootloaderIdentity(identifier: board, address: odd).neighbour == nil)
        }
    }

    @Test func `the serial number decides where there is one`() {
        let identity = BootloaderIdentity(
            identifier: board, address: "C5:64:3C:5A:58:FF", serialNumber: "5A58FF")
        #expect(identity.canBe(next) && identity.canBe(stranger))
        #expect(identity.matches(stranger, serial: "5A58FF"))
        #expect(!identity.matches(stranger, serial: "000000"))
        #expect(!identity.matches(stranger, serial: nil))
        // Another board may have the next address.
        #expect(!identity.matches(next, serial: "000000"))
        #expect(identity.matches(next, serial: nil))
    }

    @Test func `without one, only the next address can be it`() {
        let identity = BootloaderIdentity(
            identifier: board, address: "C5:64:3C:5A:58:FF", serialNumber: "")
        #expect(identity.canBe(next) && !identity.canBe(stranger))
        #expect(identity.matches(next, serial: "000000"))
        let nothing = BootloaderIdentity(identifier: board)
        #expect(!nothing.canBe(next) && !nothing.canBe(stranger))
    }
}
