import Foundation
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import Testing

/// Connecting to what is no board, or no board at present.
@Suite struct BoardBootloaderTests {
    @Test func `a board in its bootloader says so, and how to get it out`() async throws {
        try await withBoard { _, device in
            try await device.connect()
            try await device.sendExpectingDisconnect(MWDebug.JumpToBootloader())
            #expect(await device.state == .disconnected)
            let error = await #expect(throws: MWError.self) { try await device.connect() }
            guard case .operationFailed(let text) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(text.contains("bootloader") && text.contains("recoverFirmware(zipURL:)"))
            #expect(await device.state == .disconnected)
        }
    }
}
