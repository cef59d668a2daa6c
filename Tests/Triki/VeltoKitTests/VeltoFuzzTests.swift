import Foundation
import Simulation
import Testing

@testable import VeltoKit

@Suite struct VeltoFuzzTests {
    /// A round is ten packets; `FUZZ_ROUNDS` counts packets.
    static let rounds =
        (ProcessInfo.processInfo.environment["FUZZ_ROUNDS"].flatMap { UInt64($0) } ?? 4000) / 10 + 1

    /// Headers, footers and words at the limits are likely.
    private static func packet(_ random: inout RandomStream) -> [UInt8] {
        let favourites: [UInt8] = [0x22, 0, 0x22, 0, 0xF7, 0xF8, 1, 0x7F, 0x80, 0xFF]
        let length = random.below(40) == 0 ? random.below(3000) : random.below(45)
        return (0..<length).map { _ in
            random.below(3) == 0
                ? UInt8(truncatingIfNeeded: random.next())
                : favourites[Int(random.below(UInt64(favourites.count)))]
        }
    }

    private static func number(_ random: inout RandomStream) -> Double {
        let odd: [Double] = [
            .nan, .infinity, -.infinity, 0, -0.0, 1e300, -1e300, .leastNonzeroMagnitude, 1.0 / 60,
            -1, 1, 0.05,
        ]
        return random.below(4) == 0
            ? odd[Int(random.below(UInt64(odd.count)))]
            : Double(Int64(random.below(2000)) - 1000) / 500
    }

    static func isFinite(_ input: GameInput) -> Bool {
        [
            input.moveX, input.moveY, input.moveZ, input.rotation, input.intensity, input.pitch,
            input.roll, input.spin, input.lateral, input.lateralSmooth, input.tiltX, input.tiltY,
            input.deltaX, input.deltaY, input.posX, input.posY, input.velocityY, input.throwPower,
            input.throwSpeed,
            input.frameDeltaX, input.frameDeltaY, input.trikiVelocity, input.sensors.tiltX,
            input.sensors.tiltY, input.sensors.gyroX, input.sensors.gyroY, input.sensors.gyroZ,
            input.sensors.rotation, input.sensors.speed, input.sensors.motion,
        ].allSatisfy(\.isFinite)
    }

    @Test func `no bytes and no numbers stop a session or reach a game (fuzz)`() {
        for seed in 1...Self.rounds {
            var random = RandomStream(seed: seed, purpose: "velto fuzz")
            let version = VeltoVersion.allCases[Int(random.below(2))]
            var now = 0.0
            let radio = SessionTests.Radio()
            let session = MotionSession(version, radio: radio, clock: { now })
            session.connect()
            for event in [
                RadioEvent.discovered(SessionTests.cap), .connected, .services(hasUART: true),
                .characteristics(hasUART: true),
            ] {
                session.handle(event)
            }
            session.configure(for: MotionUseCase.allCases[Int(random.below(4))])
            for _ in 0..<10 {
                now += Double(random.below(100)) / 300
                session.handle(.notified(Self.packet(&random)))
                Self.act(on: session, &random)
                let input = session.pollInput(
                    deltaTime: random.below(5) == 0 ? nil : Self.number(&random))
                #expect(Self.isFinite(input), "seed \(seed)")
                #expect(abs(input.posY) <= 1 && (0...1).contains(input.throwPower), "seed \(seed)")
                #expect(Self.waiting(in: session) <= Self.mostWaiting, "seed \(seed)")
            }
            session.reset()
            #expect(session.pollInput(deltaTime: 1.0 / 60).posX == 0, "seed \(seed)")
        }
    }

    /// Most that waits in a session, in bytes and frames: the blocks, the parser, the throws, the
    /// gamepad with its frames.
    private static let mostWaiting = 512 + 2048 + 1024 + 512 + 64

    private static func waiting(in session: MotionSession) -> Int {
        session.ingress.count + session.parser.waiting + session.throwWatch.waiting
            + session.gamepadParser.waiting + session.gamepadFrames.count
    }

    @Test func `a program that never polls keeps no more of the stream (fuzz)`() {
        for version in VeltoVersion.allCases {
            for mode in MotionMode.allCases {
                var random = RandomStream(seed: 1, purpose: "velto memory")
                let session = MotionSession(version, radio: SessionTests.Radio())
                session.connect()
                session.setMode(mode)
                for _ in 0..<Self.rounds {
                    session.enqueueBLE(Self.packet(&random))
                    #expect(Self.waiting(in: session) <= Self.mostWaiting)
                }
            }
        }
    }

    private static func act(on session: MotionSession, _ random: inout RandomStream) {
        switch random.below(12) {
        case 0:
            session.ingestTrikiFrame(
                gyroX: number(&random), gyroY: number(&random), gyroZ: number(&random),
                rotation: number(&random))
        case 1: session.update(rawX: number(&random), bytes: packet(&random), deltaTime: 0.1)
        case 2: session.setMode(MotionMode.allCases[Int(random.below(3))])
        case 3: session.calibrateNeutralPose()
        case 4: session.flipPaddleOffsetSign()
        case 5: session.engine.resetGestureBaseline()
        case 6:
            session.config.pointerSensitivity = number(&random)
            session.config.inputSmoothing = number(&random)
            session.config.gesturePullbackDelta = number(&random)
            session.config.gestureMinThrustSpeed = number(&random)
        case 7:
            session.config.paddleInputGain = number(&random)
            session.config.paddleRawSmoothing = number(&random)
            session.config.paddleSmoothMax = number(&random)
            session.config.paddleSmoothRetain = number(&random)
            session.config.paddleAutoCalibRetain = number(&random)
        case 8: for _ in 0..<30 { session.enqueueBLE(packet(&random)) }
        default: break
        }
    }

    @Test func `frames come out whole however the stream is cut (fuzz)`() {
        for seed in 1...Self.rounds {
            var random = RandomStream(seed: seed, purpose: "velto cuts")
            let frames = (0..<12).map { _ in
                [0x22, UInt8(random.below(2))]
                    + (0..<12).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            }
            var rest = frames.flatMap { $0 }[...]
            var reader = CapFrameReader()
            var found: [[UInt8]] = []
            while !rest.isEmpty {
                let cut = rest.prefix(Int(1 + random.below(30)))
                rest = rest.dropFirst(cut.count)
                found += reader.process(Array(cut)).map(\.bytes)
            }
            #expect(found == frames && reader.droppedBytes == 0, "seed \(seed)")
        }
    }
}
