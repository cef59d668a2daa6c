import Testing

@testable import VeltoKit

/// The facade: modes, time, radio (protocol, triki-motion 2 and 3.10).
@Suite struct SessionTests {
    static let cap = DiscoveredCap(identifier: "a", name: "TRIKI 12")
    static let still: [UInt8] = [0x22, 0, 0, 0, 0, 0, 0, 0]

    final class Radio: CapRadio {
        var isOn = true
        var operations: [RadioOperation] = []
        func perform(_ operation: RadioOperation) { operations.append(operation) }
        var writes: Int { operations.count { if case .write = $0 { true } else { false } } }
    }

    final class Time {
        var seconds = 0.0
    }

    private let radio = Radio()
    private let time = Time()

    private func session(_ version: VeltoVersion = .seed) -> MotionSession {
        let time = time
        return MotionSession(version, radio: radio, clock: { time.seconds })
    }

    private func open(_ session: MotionSession) {
        session.connect()
        for event in [
            RadioEvent.discovered(Self.cap), .connected, .services(hasUART: true),
            .characteristics(hasUART: true), .subscribed,
        ] {
            session.handle(event)
        }
    }

    @Test func `a new session has the paddle preset`() {
        for version in VeltoVersion.allCases {
            #expect(session(version).config == .preset(for: .paddle, version))
        }
    }

    @Test func `setting the mode loads no preset, and the same mode changes nothing`() {
        let session = session()
        session.update(rawX: 100, deltaTime: 1.0 / 60)
        session.setMode(.paddle)
        #expect(session.debug.paddleOffsetLocked)
        session.setMode(.gesture)
        #expect(!session.debug.paddleOffsetLocked)
        #expect(session.config.mode == .gesture && session.config.gestureCooldown == 0.4)
        session.configure(for: .gestureGame)
        #expect(session.config == .preset(for: .gesture))
    }

    @Test func `without a length a frame lasts as long as the clock says`() {
        let session = session()
        session.config = .preset(for: .pointer)
        var turns: [Double] = []
        for seconds in [5, 5 + 1.0 / 60, 60] {
            time.seconds = seconds
            session.ingestTrikiFrame(gyroX: 0, gyroY: 1, gyroZ: 0, rotation: 0)
            session.updateEngineFrame()
            turns.append(session.debug.rotX)
        }
        #expect(turns[0] == 0 && abs(turns[1] - 0.0294) < 1e-6)
        // 55 s count as 0.05 s.
        #expect(abs(turns[2] - (0.0294 + 0.09) * 0.941_192) < 1e-6)
    }

    @Test func `a radio that is off is not asked, and not asked again when it comes on`() {
        let session = session()
        radio.isOn = false
        session.connect()
        #expect(session.connectionState == .bluetoothOff)
        radio.isOn = true
        session.handle(.power(isOn: true))
        #expect(radio.operations.isEmpty && session.connectionState == .idle)
    }

    @Test func `a device that is no cap is an error`() {
        let session = session()
        session.connect()
        session.handle(.discovered(Self.cap))
        session.handle(.connected)
        session.handle(.services(hasUART: false))
        #expect(session.connectionState == .error && radio.writes == 0)
    }

    @Test func `a cap is found among any number of other devices`() {
        let session = session()
        session.connect()
        for index in 0...BLEManager.mostListed {
            session.handle(.discovered(DiscoveredCap(identifier: "\(index)", name: "lamp")))
        }
        #expect(session.discoveredDevices.count == BLEManager.mostListed)
        session.handle(.discovered(Self.cap))
        #expect(radio.operations.last == .connect(Self.cap))
    }

    @Test func `disconnecting writes no STOP`() {
        let session = session()
        open(session)
        session.disconnect()
        #expect(radio.operations.last == .cancelConnection(Self.cap))
        #expect(radio.writes == 2 && session.isConnected && !session.isReceiving)
        session.handle(.disconnected)
        #expect(session.connectionState == .idle)
    }

    @Test func `only the newest version opens a lost link again, unless the user closed it`() {
        for (version, opens) in [(VeltoVersion.seed, 0), (.current, 1)] {
            let session = session(version)
            open(session)
            radio.operations = []
            session.handle(.disconnected)
            time.seconds += 1.4
            session.pollInput(deltaTime: 0.016)
            #expect(radio.operations.isEmpty)
            time.seconds += 0.2
            session.pollInput(deltaTime: 0.016)
            #expect(radio.operations == Array(repeating: .connect(Self.cap), count: opens))
            guard opens > 0 else { continue }
            session.disconnect()
            session.handle(.disconnected)
            radio.operations = []
            time.seconds += 60
            session.pollInput(deltaTime: 0.016)
            #expect(radio.operations.isEmpty)
        }
    }

    @Test func `only the newest version opens a remembered cap without a scan`() {
        for (version, operation) in [
            (VeltoVersion.seed, RadioOperation.scan), (.current, .connect(Self.cap)),
        ] {
            let session = session(version)
            open(session)
            session.disconnect()
            session.handle(.disconnected)
            radio.operations = []
            session.connect()
            #expect(radio.operations == [operation] && session.hasCachedBLEDevice)
        }
    }

    @Test func `a new session of the newest version opens the cap of an earlier one`() {
        let earlier = session(.current)
        open(earlier)
        for opens in [{ $0.connect() }, { $0.connectLastDevice() }] as [(MotionSession) -> Void] {
            let session = MotionSession(
                .current, radio: radio, remembered: earlier.rememberedDevice)
            #expect(session.hasCachedBLEDevice && session.rememberedDevice == Self.cap)
            radio.operations = []
            opens(session)
            #expect(radio.operations == [.connect(Self.cap)])
        }
        radio.operations = []
        MotionSession(radio: radio, remembered: Self.cap).connect()
        #expect(radio.operations == [.scan])
        #expect(!session(.current).hasCachedBLEDevice)
    }

    @Test func `the poll of a calibration lasts as long as the clock says`() {
        let session = session()
        session.config = .preset(for: .pointer)
        session.ingestTrikiFrame(gyroX: 0, gyroY: 1, gyroZ: 0, rotation: 0)
        session.updateEngineFrame()
        time.seconds = 1.0 / 60
        session.calibrateNeutralPose()
        #expect(abs(session.debug.rotX - 0.0294) < 1e-9)
    }

    @Test func `a lost link forgets the motion and keeps the mode`() {
        let session = session()
        open(session)
        for word in [0, 2, 2, 2, 2, 2, 2, 2] as [UInt8] {
            session.handle(.notified([0x22, 0, 0, word, 0, 0, 0, 0]))
            time.seconds += 1.0 / 60
            session.pollInput(deltaTime: 1.0 / 60)
        }
        #expect(session.isReceiving && session.input.posX > 0.5)
        session.handle(.disconnected)
        #expect(!session.isReceiving && !session.isConnected)
        #expect(session.snapshotInput.posX == 0 && session.liveInput.posX == 0)
        #expect(!session.debug.paddleOffsetLocked && session.config.mode == .paddle)
    }

    @Test func `the live input changes at most every 0.12 s`() {
        let session = session()
        open(session)
        var changes = 0
        var last = session.liveInput
        for step in 0..<60 {
            time.seconds += 1.0 / 60
            session.handle(.notified([0x22, 0, 0, UInt8(step % 8), 0, 0, 0, 0]))
            session.pollInput(deltaTime: 1.0 / 60)
            if session.liveInput != last { changes += 1 }
            last = session.liveInput
        }
        #expect((5...9).contains(changes))
    }

    @Test func `a drop-out keeps the stale value in polls`() {
        let session = session()
        session.config = .preset(for: .pointer)
        open(session)
        // A frame of 14 bytes: its fifth word is the gyroscope's y of the sensors.
        session.handle(
            .notified([0x22, 0, 0, 0, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0]))
        session.pollInput(deltaTime: 1.0 / 60)
        session.pollInput(deltaTime: 1.0 / 60)
        #expect(abs(session.debug.rawX - 0.32) < 1e-9)
    }

    @Test func `events that no state expects do nothing`() {
        let session = session(.current)
        for event in [
            RadioEvent.connected, .services(hasUART: true), .characteristics(hasUART: true),
            .subscribed, .notified(Self.still), .failedToConnect, .discovered(Self.cap),
        ] {
            session.handle(event)
        }
        #expect(radio.operations.isEmpty && !session.isReceiving)
    }
}
