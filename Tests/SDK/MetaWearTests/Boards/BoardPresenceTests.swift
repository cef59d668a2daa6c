import Foundation
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import Testing
import VirtualTime

/// What a board lacks is refused at once, in words that say what it has.
@Suite struct BoardPresenceTests {
    /// What a call throws, in words, without any time that passes.
    private static func refusal(
        _ call: @Sendable () async throws -> Void, _ location: SourceLocation = #_sourceLocation
    ) async -> String {
        let start = ContinuousClock.now
        do {
            try await call()
            Issue.record("it is not refused", sourceLocation: location)
            return ""
        } catch {
            #expect(ContinuousClock.now == start, sourceLocation: location)
            guard case MWError.operationFailed(let text) = error else {
                Issue.record("\(error)", sourceLocation: location)
                return ""
            }
            return text
        }
    }

    @Test func `a sensor of a module that the board lacks`() async throws {
        try await withBoard(.metaMotionRL) { _, device in
            try await device.connect()
            let barometer = MWBarometer()
            let text = "the MetaMotion RL has no barometer"
            #expect(await Self.refusal { _ = try await device.startStream(barometer) } == text)
            #expect(await Self.refusal { try await device.startLogging(barometer) } == text)
            #expect(await Self.refusal { try await device.prepareSignalSource(barometer) } == text)
            #expect(
                await Self.refusal { _ = try await device.read(MWBarometerPressureRead()) } == text)
            #expect(
                await Self.refusal { _ = try await device.readHumidity() }
                    == "the MetaMotion RL has no humidity sensor")
            #expect(
                await Self.refusal {
                    for try await _ in device.poll(MWHumidity(), every: .seconds(1)) {}
                } == "the MetaMotion RL has no humidity sensor")
            #expect(
                await Self.refusal {
                    _ = try await device.startLogging(
                        MWPolledLogger(readable: MWHumidity(), periodMs: 1000))
                } == "the MetaMotion RL has no humidity sensor")
            #expect(await device.state == .idle)
        }
    }

    @Test func `a sensor of another chip`() async throws {
        try await withBoard(.metaMotionS) { _, device in
            try await device.connect()
            #expect(
                await Self.refusal { _ = try await device.startStream(MWAccelerometerBMI160()) }
                    == "the accelerometer of the MetaMotion S is a BMI270, not a BMI160: use"
                    + " MWAccelerometerBMI270 or makeAccelerometer()")
            #expect(
                await Self.refusal { try await device.startLogging(MWGyroscopeBMI160()) }
                    == "the gyroscope of the MetaMotion S is a BMI270, not a BMI160: use"
                    + " MWGyroscopeBMI270 or makeGyroscope()")
        }
        try await withBoard(.metaWearR) { _, device in
            try await device.connect()
            #expect(
                await Self.refusal { _ = try await device.startStream(MWAccelerometerBMI160()) }
                    == "the accelerometer of the MetaWear R is a MMA8452Q, not a BMI160, and this"
                    + " SDK has no sensor for it")
            #expect(
                await Self.refusal { _ = try await device.startStream(MWGyroscopeBMI160()) }
                    == "the MetaWear R has no gyroscope")
        }
    }

    @Test func `a processor whose source the board lacks`() async throws {
        try await withBoard(.metaWearC) { _, device in
            try await device.connect()
            #expect(
                await Self.refusal {
                    _ = try await device.createProcessor(
                        MWDataProcessor.Counter(), source: MWSensorFusionGravitySignal())
                } == "the MetaWear C has no sensor fusion")
        }
    }

    @Test func `a thermometer beyond the last`() async throws {
        try await withBoard(.metaMotionS) { _, device in
            try await device.connect()
            #expect(
                await Self.refusal { _ = try await device.readTemperature(channel: 9) }
                    == "the MetaMotion S has the thermometers 0 to 3, not 9")
            #expect(try await device.readTemperature(channel: 0) > 0)
        }
    }

    @Test func `three samples a packet are asked only of a module that has them`() async throws {
        try await withBoard(.metaWearCPro) { _, device in
            try await device.connect()
            let stream = try await device.startStream(MWMagnetometer())
            #expect(try await collect(stream, for: .seconds(3)).count > 20)
            try await device.stopStreaming(MWMagnetometer())
        }
    }

    @Test func `profiles are equal if nothing in them differs`() {
        #expect(BoardProfile.metaMotionS == .metaMotionS)
        #expect(BoardProfile.metaMotionS != .metaMotionRL)
        var newer = BoardProfile.metaMotionS
        newer.firmwareRevision = "9.9.9"
        #expect(newer != .metaMotionS)
    }
}
