import Testing

@testable import VeltoKit

/// The acceptance behaviours of the engine (protocol, triki-motion 6.3).
@Suite struct EngineTests {
    static let dt = 1.0 / 60

    private func positions(
        _ version: VeltoVersion, _ words: [Double]
    ) -> (positions: [Double], offsets: [Double]) {
        let session = MotionSession(version)
        var positions: [Double] = [], offsets: [Double] = []
        for word in words {
            session.update(rawX: word, deltaTime: Self.dt)
            positions.append(session.input.posX)
            offsets.append(session.debug.biasX)
        }
        return (positions, offsets)
    }

    private func expect(_ values: [Double], _ expected: [Double]) {
        #expect(values.count == expected.count)
        for (value, goal) in zip(values, expected) { #expect(abs(value - goal) < 1e-6) }
    }

    @Test func `the paddle follows a step`() {
        let step = [50.0] + Array(repeating: 250, count: 8)
        expect(
            positions(.seed, step).positions,
            [
                0, 0, 0, 0, 0.179885, 0.3074756, 0.399_618_842, 0.467_211_664, 0.517_452_299,
            ])
        expect(positions(.current, step).positions, [0] + Array(repeating: 0.68, count: 8))
    }

    @Test func `the paddle's input is limited`() {
        let spike = [0.0] + Array(repeating: 3000, count: 5)
        expect(
            positions(.seed, spike).positions,
            [0, 0.714, 1.12812, 1.3683096, 1.507_619_568, 1.588_419_349])
        expect(positions(.current, spike).positions, [0] + Array(repeating: 1.7, count: 5))
    }

    @Test func `the paddle's centre creeps while it rests`() {
        expect(
            positions(.seed, [0, 2, 2, 2, 2, 2]).offsets,
            [0, 0.0066, 0.018249, 0.033_738_705, 0.052_128_108, 0.072_684_663])
    }

    @Test func `calibration takes the word of now as the centre`() {
        let session = MotionSession()
        session.update(rawX: 0, deltaTime: Self.dt)
        for _ in 0..<31 { session.update(rawX: 300, deltaTime: Self.dt) }
        session.calibrateNeutralPose()
        #expect(abs(session.debug.biasX - 299.894_282) < 1e-6)
        // The published figures have one more frame at rest here.
        session.update(rawX: 300, deltaTime: Self.dt)
        var positions: [Double] = []
        for _ in 0..<4 {
            session.update(rawX: 600, deltaTime: Self.dt)
            positions.append(session.input.posX)
        }
        expect(positions, [0, 0, 0.225_196_51, 0.400_548_357])
    }

    @Test func `the pointer drifts back to its reference`() {
        let session = MotionSession()
        session.config = .preset(for: .pointer)
        for _ in 0..<600 {
            session.ingestTrikiFrame(gyroX: 0, gyroY: 1, gyroZ: 0, rotation: 0)
            session.updateEngineFrame(deltaTime: Self.dt)
        }
        #expect(session.debug.rotX == 1)
        #expect(abs(session.input.posX - 0.055_480_883) < 1e-6)
    }

    @Test(
        arguments: [
            ([0, -0.03, -0.06, -0.09, -0.12, -0.12, -0.09, -0.05, -0.012], 4, 8, 0.81),
            ([0, -0.13, -0.095, -0.06, -0.025, -0.021], 1, 5, 0.8175),
            ([0, -0.13, 0.01], 1, 2, 1), ([0, -0.02, -0.04, -0.066, -0.066], nil, nil, nil),
            ([0, -0.085], 1, nil, nil),
        ] as [([Double], Int?, Int?, Double?)])
    func `a pull arms and a thrust fires`(
        positions: [Double], primed: Int?, shot: Int?, power: Double?
    ) {
        let config = MotionConfig.preset(for: .gesture)
        var detector = GestureDetector()
        var armed: [Int] = [], shots: [Int] = [], powers: [Double] = []
        for (index, y) in positions.enumerated() {
            let result = detector.update(y: y, scale: 1, now: Double(index) / 60, config)
            if detector.isPrimed { armed.append(index) }
            if result.shot {
                shots.append(index)
                powers.append(result.power)
            }
        }
        #expect(armed.first == primed && shots == (shot.map { [$0] } ?? []))
        if let power, let found = powers.first { #expect(abs(found - power) < 1e-6) }
    }

    private func block(_ x: Int16) -> [UInt8] {
        let word = UInt16(bitPattern: x)
        return [
            0x22, 0, UInt8(truncatingIfNeeded: word), UInt8(truncatingIfNeeded: word >> 8), 0, 0, 0,
            0,
        ]
    }

    @Test(
        arguments: [
            (VeltoVersion.seed, 2000, 8, 8, 4, 15, 1.0), (.current, 2000, 8, 8, 2, 13, 0.926816),
            (.seed, 1000, 14, 20, 8, 23, 0.887311), (.current, 1000, 14, 20, 6, 21, 0.863147),
            (.seed, 300, 60, 60, 35, 75, 0.815832), (.current, 300, 60, 60, 33, 73, 0.813840),
        ] as [(VeltoVersion, Int16, Int, Int, Int, Int, Double)])
    func `packets become throws`(
        version: VeltoVersion, rate: Int16, pulls: Int, thrusts: Int, primed: Int, shot: Int,
        power: Double
    ) {
        let session = MotionSession(version)
        session.config = .preset(for: .gesture, version)
        var armed: [Int] = [], shots: [(Int, Double)] = []
        for frame in 0..<pulls + thrusts {
            session.enqueueBLE(block(0) + block(frame < pulls ? rate : -rate))
            session.updateFrame(deltaTime: Self.dt)
            if session.input.gesturePrimed { armed.append(frame) }
            if session.input.shotTriggered { shots.append((frame, session.input.throwPower)) }
        }
        #expect(armed.first == primed && shots.map(\.0) == [shot])
        #expect(abs((shots.first?.1 ?? 0) - power) < 1e-6)
    }

    @Test func `below 222 counts no turn ever arms`() {
        let session = MotionSession()
        session.config = .preset(for: .gesture)
        for frame in 0..<230 {
            session.enqueueBLE(block(0) + block(frame < 200 ? 200 : -2000))
            session.updateFrame(deltaTime: Self.dt)
            #expect(!session.input.gesturePrimed)
        }
    }

    @Test func `a long frame counts as 0.05 s`() {
        let session = MotionSession()
        session.config = .preset(for: .pointer)
        var positions: [Double] = []
        for _ in 0..<2 {
            session.ingestTrikiFrame(gyroX: 0, gyroY: 1, gyroZ: 0, rotation: 0)
            session.updateEngineFrame(deltaTime: 0.2)
            positions.append(session.input.posX)
        }
        expect(positions, [0.084_283_744, 0.163_189_51])
    }
}
