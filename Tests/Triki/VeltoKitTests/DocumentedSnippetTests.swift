import Checkout
import Foundation
import Testing
import VeltoKit

// The blocks of the published documents, as they stand there.

@MainActor
@Suite struct DocumentedSnippetTests {
    let dt = 1.0 / 60

    @Test func `the simple connection`() {
        let motion = MotionSDK()
        motion.setMode(.paddle)

        motion.connect()  // BLE scan; auto-connect when one likely device is found

        // ~60 Hz in your game loop:
        let input = motion.pollInput(deltaTime: dt)

        #expect(input == GameInput())
        #expect(!motion.isConnected && !motion.isReceiving)
        #expect(motion.connectionState == .bluetoothOff)
        motion.calibrateNeutralPose()
        #expect(motion.liveInput.posX == 0)
        motion.disconnect()
    }

    @Test func `a BLE stack of one's own`() {
        let bytes: [UInt8] = [0x22, 0x00, 0xD0, 0x07, 0, 0, 0, 0]
        let motion = MotionSDK()
        motion.setMode(.paddle)

        motion.enqueueBLE(bytes)  // in notify handler
        let input = motion.updateFrame(deltaTime: dt)  // or read motion.input

        #expect(input.x == 0 && motion.input.posX == 0)
        #expect(motion.debug.rawX == 2000 && motion.isReceiving)
    }

    @Test func `the frame pipeline`() {
        let motion = MotionSDK()
        motion.connect()
        let input = motion.pollInput(deltaTime: dt)  // preferred after connect()
        // or: motion.enqueueBLE(bytes); motion.updateFrame(deltaTime: dt)
        #expect(input.pointerDirection == .center)
        #expect(motion.output.paddleAtRest)
    }

    @Test func `a provider of one's own`() {
        final class Script: InputProvider {
            func pollInput(deltaTime: TimeInterval?) -> GameInput {
                var input = GameInput()
                input.posX = 0.5
                return input
            }
        }
        func steer(_ provider: any InputProvider) -> Double {
            provider.pollInput(deltaTime: nil).posX
        }
        #expect(steer(Script()) == 0.5)
        #expect(steer(MotionSDK()) == 0)
        #expect(steer(MotionSession()) == 0)
    }

    @Test func `packets as the document describes them`() {
        #expect(BLEGyroParser.gyroDivisor == 2000)
        // Multi-block notify: first block tilt, scaled by 80, last block gyro.
        var buffer = BLEGyroParser.buffer
        buffer.append([
            0x22, 0, 0x28, 0, 0xB0, 0xFF, 0x10, 0, 0x22, 0, 0xE8, 3, 0x0C, 0xFE, 0xFA, 0,
        ])
        let blocks = BLEGyroParser.drain(&buffer)
        #expect(blocks.first?.tilt.x == 0.5 && blocks.last?.x == 0.5)
        // Rising edge of bytes[1]: primaryAction for one frame.
        let motion = MotionSDK()
        var actions: [Bool] = []
        for state in [0, 1, 1, 0] as [UInt8] {
            motion.enqueueBLE([0x22, state, 0, 0, 0, 0, 0, 0])
            motion.updateFrame(deltaTime: dt)
            actions.append(motion.input.primaryAction)
        }
        #expect(actions == [false, true, false, false])
    }

    @Test func `unit tests without a radio`() {
        let motion = MotionSDK()
        motion.setMode(.pointer)
        motion.config = .preset(for: .pointer)
        motion.ingestTrikiFrame(gyroX: 0, gyroY: 1, gyroZ: 0, rotation: 0)
        motion.engine.updateFrame(deltaTime: dt)
        #expect(abs(motion.input.posX - 0.029253) < 1e-9)
    }
    /// The lines of the documents' blocks, as hashes of what they say (FNV-1a, 64 bits): without
    /// indentation, without a remark, without an opening brace at the end. The blocks are not ours to
    /// copy as a whole.
    static let lines: Set<UInt64> = [
        0xdf0f_5d77_2904_3e76, 0xb8cf_db3c_cfda_0252, 0x5baa_2aa2_b4b3_6057, 0x7855_a165_5c3d_95d4,
        0xaf9f_5936_f7d7_8aa8, 0x79d0_daba_8de1_7236, 0xb20b_07fd_cb0c_9e33, 0xb91e_8f88_a1f6_7ba3,
        0x687e_a51a_1d14_fc8f, 0x12a3_7541_4bc7_73a5, 0x08ac_dd5c_771a_3659, 0x9d16_b34c_12fb_adb2,
    ]

    @Test func `every line of the documents' blocks is compiled and run`() throws {
        var found: Set<UInt64> = []
        for file in ["VeltoKitTests/DocumentedSnippetTests", "TrikiUITests/AdapterTests"] {
            let text = try Repository.text("Tests/Triki/\(file).swift")
            for line in text.split(separator: "\n") {
                let code = (line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line)
                    .trimmingCharacters(in: .whitespaces)
                let said = code.hasSuffix("{") ? String(code.dropLast()) : code
                let bytes = said.trimmingCharacters(in: .whitespaces).utf8
                found.insert(
                    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 })
            }
        }
        #expect(Self.lines.isSubset(of: found))
    }
}
