import Checkout
import Foundation
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import Motion
import Testing

/// Every kind of sample that a board can log, from the firmware's loggers back to values.
@Suite struct BoardLoggableTests {
    private static let profiles: [BoardProfile] = [.metaMotionR, .metaMotionS]

    /// Logs a sensor for five seconds and downloads it.
    private static func log<L: MWLoggable>(
        _ sensor: L, with device: MetaWearDevice
    ) async throws -> [L.Sample] {
        try await device.startLogging(sensor)
        try await Task.sleep(for: .seconds(5))
        try await device.stopLogging(sensor)
        var samples: [MWLoggedSample<L.Sample>] = []
        for try await part in try await device.downloadLogs(sensor) { samples = part.data }
        try await device.clearLog()
        #expect(await device.state == .idle)
        #expect(
            zip(samples, samples.dropFirst()).allSatisfy { $0.tickMs <= $1.tickMs },
            "\(sensor.loggerKey)")
        return samples.map(\.value)
    }

    @Test(arguments: profiles) func `motion sensors`(profile: BoardProfile) async throws {
        try await withBoard(profile) { _, device in
            try await device.connect()
            let rotation = try await Self.log(
                try #require(await device.makeGyroscope(odrHz: 50, rangeDPS: 250)), with: device)
            #expect((230...270).contains(rotation.count))
            #expect(abs(rotation.mean(\.z)) < 8)
            let field = try await Self.log(MWMagnetometer(preset: .regular), with: device)
            #expect((40...55).contains(field.count))
            #expect(
                (15...120).contains(
                    field.mean { ($0.x * $0.x + $0.y * $0.y + $0.z * $0.z).squareRoot() }))
        }
    }

    @Test func `surroundings`() async throws {
        try await withBoard(.metaMotionR) { desk, device in
            desk.environment.pressure = Course(98_700)
            desk.environment.illuminance = Course(250)
            try await device.connect()
            let pressure = try await Self.log(
                MWBarometer(oversampling: .high, iirFilter: .off, standbyTime: .ms62_5),
                with: device)
            #expect(pressure.count > 20 && abs(pressure.mean { $0 } - 98_700) < 300)
            let light = try await Self.log(
                MWAmbientLight(measurementRate: .ms100), with: device)
            #expect(light.count > 30)
            #expect(abs(light.mean { MWAmbientLight.lux(from: $0) } - 250) < 40)
        }
    }

    @Test(.slow, arguments: profiles) func `outputs of the fusion`(profile: BoardProfile)
        async throws
    {
        try await withBoard(profile) { _, device in
            try await device.connect()
            let chip = try #require(
                MWSensorFusionChip(
                    gyroImpl: await device.moduleInfo(for: .gyro)?.implementation ?? 0xFF))
            let mode = MWSensorFusionMode.m4g
            let rate = 200...270
            let gravity = try await Self.log(
                MWSensorFusionGravity(mode: mode, chip: chip), with: device)
            #expect(rate.contains(gravity.count) && abs(gravity.mean(\.z) - 1) < 0.05)
            let linear = try await Self.log(
                MWSensorFusionLinearAcceleration(mode: .imuPlus, chip: chip), with: device)
            #expect((400...530).contains(linear.count) && abs(linear.mean(\.z)) < 0.1)
            let quaternion = try await Self.log(
                MWSensorFusionQuaternion(mode: mode, chip: chip), with: device)
            #expect(rate.contains(quaternion.count))
            #expect(
                quaternion.allSatisfy {
                    abs($0.w * $0.w + $0.x * $0.x + $0.y * $0.y + $0.z * $0.z - 1) < 0.01
                })
            let euler = try await Self.log(
                MWSensorFusionEuler(mode: mode, chip: chip), with: device)
            #expect(rate.contains(euler.count) && abs(euler.mean(\.pitch)) < 10)
            let acceleration = try await Self.log(
                MWSensorFusionCorrectedAcc(mode: mode, chip: chip), with: device)
            #expect(rate.contains(acceleration.count))
            #expect(abs(acceleration.mean(\.z) - 1) < 0.08)
            #expect(acceleration.allSatisfy { $0.accuracy <= 3 })
            let field = try await Self.log(
                MWSensorFusionCorrectedMag(mode: mode, chip: chip), with: device)
            #expect(field.count > 20)
        }
    }
}
