import Testing
import Wire

@testable import VeltoKit

/// The gamepad stack within a session of the newest version (protocol, triki-motion 3.11).
@Suite struct SessionGamepadTests {
    private let session = MotionSession(.current, radio: SessionTests.Radio())

    init() {
        session.connect()
        for event in [
            RadioEvent.discovered(SessionTests.cap), .connected, .services(hasUART: true),
            .characteristics(hasUART: true), .subscribed,
        ] {
            session.handle(event)
        }
    }

    /// Blocks with these words on the gamepad's axis, and a poll.
    private func poll(_ words: [UInt8]) -> GameInput {
        for word in words { session.handle(.notified([0x22, 0, 0, 0, 0, word, 0, 0])) }
        return session.pollInput(deltaTime: 1.0 / 60)
    }

    @Test func `an event of a frame is published by one poll`() {
        #expect(poll([1]).shake)
        for _ in 0..<60 { #expect(!poll([]).shake) }
    }

    @Test func `events of all frames of a poll count`() {
        // The first frame is the shake; the second one falls into its cooldown.
        #expect(poll([1, 1]).shake)
        #expect(!poll([1]).shake)
    }

    @Test func `a swing fires once in a stream that stops`() {
        // Ten milliseconds between notifications: the mode is fast.
        var now = 0.0
        let session = MotionSession(.current, radio: SessionTests.Radio(), clock: { now })
        session.config = .preset(for: .pointer, .current)
        session.connect()
        for event in [
            RadioEvent.discovered(SessionTests.cap), .connected, .services(hasUART: true),
            .characteristics(hasUART: true), .subscribed,
        ] {
            session.handle(event)
        }
        var flicks = 0
        var actions = 0
        for step in 0..<60 {
            now += 0.01
            // A rise of 512 counts that ends at once, and then nothing more.
            let word: UInt8 = step < 20 ? 0 : 2
            if step < 22 { session.handle(.notified([0x22, 0, 0, 0, 0, word, 0, 0])) }
            let input = session.pollInput(deltaTime: 0.01)
            if input.flick { flicks += 1 }
            if input.primaryAction { actions += 1 }
        }
        #expect(session.bleMode == .fast && flicks == 1 && actions == 1)
    }

    @Test func `a side that the cap is held to stays without new frames`() {
        #expect(!poll([4]).tiltRight)
        #expect(poll([4]).tiltRight)
        #expect(poll([]).tiltRight)
    }

    @Test func `smooth input takes longer to a side, also after a reset`() {
        session.gamepadPurpose = .smooth
        session.setMode(.gesture)
        // The stream is fast: seven frames instead of three.
        var first: Int?
        for frame in 1...10 where poll([4]).tiltRight && first == nil { first = frame }
        #expect(first == 7 && session.gamepadPurpose == .smooth)
    }
}

/// What a packet of two blocks is to sensors and engine (protocol, triki-motion 3.2, 3.3 and 3.6).
@Suite struct TwoBlockTests {
    private static let packet =
        Hex.bytes("22 00 28 00 B0 FF 10 00 22 00 E8 03 0C FE FA 00") ?? []

    private func session(_ mode: MotionMode) -> MotionSession {
        let session = MotionSession(.current, radio: SessionTests.Radio())
        session.config = .preset(for: mode, .current)
        session.connect()
        session.enqueueBLE(Self.packet)
        session.pollInput(deltaTime: 1.0 / 60)
        return session
    }

    @Test func `in paddle mode the first block is tilt and the last the gyroscope`() {
        let sensors = session(.paddle).input.sensors
        #expect(sensors.tiltX == 0.5 && sensors.tiltY == -1)
        #expect(sensors.gyroX == 0.5 && sensors.gyroY == -0.25 && sensors.gyroZ == 0.125)
    }

    /// The scan for frames skips the header of the first block, which has 16 bytes left and no
    /// footer, so the block that is left is both to the sensors. The engine has its own buffer.
    @Test(arguments: [MotionMode.pointer, .gesture])
    func `in the other modes the sensors have the last block, and so has the engine`(
        mode: MotionMode
    ) {
        let session = session(mode)
        #expect(session.debug.rawX == -0.25 && session.debug.rawY == -0.5)
        #expect(session.debug.gyroBlockIndex == 1)
        let sensors = session.input.sensors
        #expect(sensors.tiltX == 1 && sensors.tiltY == -1)
        #expect(sensors.gyroX == 0.5 && sensors.gyroY == -0.25 && sensors.gyroZ == 0.125)
    }
}
