import Checkout
import Simulation
import Testing

@testable import VeltoKit

/// Whatever the settings, times and inputs are, every number of a `GameInput` is finite.
@Suite struct OddSettingTests {
    static let odd: [Double] = [
        .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e300,
        .leastNonzeroMagnitude, 1e-300, 0, -0.0, -1, 1,
    ]

    /// A second of packets, axes and words; the reasons for which it is not well.
    private func play(_ session: MotionSession, seed: UInt64) -> [String] {
        var random = RandomStream(seed: seed, purpose: "odd settings")
        var faults: [String] = []
        func odd() -> Double { Self.odd[Int(random.below(UInt64(Self.odd.count)))] }
        for frame in 0..<60 {
            let way: Int16 = frame % 20 < 10 ? 32767 : -32768
            let word = UInt16(bitPattern: way)
            let (low, high) = (
                UInt8(truncatingIfNeeded: word), UInt8(truncatingIfNeeded: word >> 8)
            )
            let block = [0x22, 0, low, high, low, high, low, high]
            switch frame % 4 {
            case 0: session.handle(.notified(block + block))
            case 1: session.handle(.notified(block + [low, high, low, high, low, high]))
            case 2: session.handle(.notified(block + block + [low, high, low, high]))
            default:
                session.ingestTrikiFrame(gyroX: odd(), gyroY: odd(), gyroZ: odd(), rotation: odd())
            }
            if frame % 7 == 0 { session.update(rawX: odd(), deltaTime: odd()) }
            let input = session.pollInput(deltaTime: frame % 5 == 0 ? odd() : 1.0 / 60)
            for input in [input, session.input, session.snapshotInput, session.liveInput]
            where !VeltoFuzzTests.isFinite(input) {
                faults.append("frame \(frame): \(input)")
            }
            if abs(input.posY) > 1 || !(0...1).contains(input.throwPower) {
                faults.append("frame \(frame): posY \(input.posY), power \(input.throwPower)")
            }
            if session.config.mode != .paddle, abs(input.posX) > 1 {
                faults.append("frame \(frame): posX \(input.posX)")
            }
            let output = session.output
            if !output.x.isFinite || !output.y.isFinite { faults.append("frame \(frame): output") }
        }
        return faults
    }

    private func session(_ version: VeltoVersion, _ mode: MotionMode) -> MotionSession {
        let radio = SessionTests.Radio()
        let session = MotionSession(version, radio: radio)
        session.connect()
        for event in [
            RadioEvent.discovered(SessionTests.cap), .connected, .services(hasUART: true),
            .characteristics(hasUART: true),
        ] {
            session.handle(event)
        }
        session.config = .preset(for: mode, version)
        return session
    }

    @Test(.slow, arguments: VeltoVersion.allCases, MotionMode.allCases)
    func `each setting by itself`(version: VeltoVersion, mode: MotionMode) {
        for (index, number) in MotionConfig.numbers.enumerated() {
            for value in Self.odd {
                let session = session(version, mode)
                session.config[keyPath: number] = value
                let faults = play(session, seed: 1)
                #expect(faults.isEmpty, "setting \(index) = \(value): \(faults.first ?? "")")
            }
        }
    }

    @Test(.slow, arguments: VeltoVersion.allCases, MotionMode.allCases)
    func `all settings together, changed on the way`(version: VeltoVersion, mode: MotionMode) {
        for seed in 1...40 as ClosedRange<UInt64> {
            var random = RandomStream(seed: seed, purpose: "odd together")
            let session = session(version, mode)
            for _ in 0..<3 {
                for number in MotionConfig.numbers where random.below(2) == 0 {
                    let at = Int(random.below(UInt64(Self.odd.count)))
                    session.config[keyPath: number] = Self.odd[at]
                }
                let faults = play(session, seed: seed)
                #expect(faults.isEmpty, "seed \(seed): \(faults.first ?? "")")
            }
        }
    }

    @Test(arguments: VeltoVersion.allCases) func `the largest gain with the largest limit`(
        version: VeltoVersion
    ) {
        let session = session(version, .paddle)
        session.config.paddleInputGain = .greatestFiniteMagnitude
        session.config.paddleSmoothMax = .greatestFiniteMagnitude
        let faults = play(session, seed: 1)
        #expect(faults.isEmpty, "\(faults.first ?? "")")
    }

    @Test func `every number that is not marked as unread is among the settings`() {
        let unread: Set<String> = [
            "paddleScreenScale", "paddleSmoothBlend", "deadzone", "gestureThreshold",
            "gestureMinRelY", "paddleRawDeadband", "paddleRawDeadbandRelease", "paddleReturnDecay",
            "paddleIntegrateRate", "paddlePositionGain", "paddlePositionFollow", "paddleZeroSnap",
            "paddleDamping", "paddleBiasRetain", "paddleBiasBlend", "paddleGyroAssist",
            "paddleVelocityRetain", "paddleVelocityBlend", "paddleSnapThreshold",
            "paddleSnapBoost", "paddleIdleVelocityDecay", "paddleVelocityStop",
            "paddleBiasLearnMax", "paddleMaxVelocity", "paddleOutputSmoothing",
            "paddleRestHysteresis", "paddleActiveThreshold",
        ]
        let numbers = Mirror(reflecting: MotionConfig()).children.filter { $0.value is Double }
        #expect(numbers.count == MotionConfig.numbers.count + unread.count)
        // Each changes another one.
        var config = MotionConfig()
        for number in MotionConfig.numbers { config[keyPath: number] = 77 }
        let changed = Mirror(reflecting: config).children.compactMap { child in
            child.value as? Double == 77 ? child.label : nil
        }
        #expect(Set(changed).count == MotionConfig.numbers.count)
        #expect(unread.isDisjoint(with: changed))
    }
}
