import Foundation
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import Motion
import Testing

/// Blocks of the article on the sensor protocols. Each type is a block.
@Suite struct ConformingSnippets {
    // snippet 11
    struct Steps: MWStreamable {
        let module = MWModule.accelerometer
        let dataRegister = MWAccelerometerBMI160Steps.stepDetectorRegister
        let configureCommands = [
            MWAccelerometerBMI160(odr: .hz100, range: .g4).configureCommands,
            [MWAccelerometerBMI160Steps.EnableStepDetector().commandData],
        ].flatMap { $0 }
        let startCommand = MWPacket.command(.accelerometer, 0x01, 0x01)
        let stopCommand = MWPacket.command(.accelerometer, 0x01, 0x00)
        let disableCommand = MWAccelerometerBMI160Steps.DisableStepDetector().commandData

        func parseSample(from packet: Data) throws -> UInt32 {
            try MWAccelerometerBMI160Steps.parseStepDetection(from: packet)
        }
    }

    struct SlowAcceleration: MWLoggable {
        private let sensor = MWAccelerometerBMI270(odr: .hz25, range: .g4)
        let loggerKey = "slow acceleration"
        var module: MWModule { sensor.module }
        var dataRegister: UInt8 { sensor.dataRegister }
        var configureCommands: [Data] { sensor.configureCommands }
        var enableCommand: Data { sensor.enableCommand }
        var startCommand: Data { sensor.startCommand }
        var stopCommand: Data { sensor.stopCommand }
        var disableCommand: Data { sensor.disableCommand }

        func parseSample(from packet: Data) throws -> CartesianFloat {
            try sensor.parseSample(from: packet)
        }
    }

    struct ChargeStatus: MWPollable {
        let module = MWModule.settings
        let dataRegister: UInt8 = 0x12
        let readCommand = MWPacket.read(.settings, 0x12)

        func parseSample(from packet: Data) throws -> Bool {
            guard packet.count > 2 else {
                throw MWError.operationFailed("a charge status has 3 bytes, not \(packet.count)")
            }
            return packet[packet.startIndex + 2] == 1
        }
    }

    struct PlayLED: MWCommand {
        var commandData: Data { MWPacket.command(.led, 0x01, 0x01) }
    }

    struct BlinkOnce: MWCommandSequence {
        let commands = [
            MWLED.SetPattern(color: .red, .flash).commandData, PlayLED().commandData,
        ]
    }

    static func send(_ device: MetaWearDevice) async throws {
        try await device.send(BlinkOnce())
        try await device.send(PlayLED())
        let isCharging = try await device.read(ChargeStatus())
        print("charging:", isCharging.value)
    }

    @Test func `own types stream, log, are read and are sent`() async throws {
        try await withBoard(.metaMotionS) { _, device in
            try await device.connect()
            let lines = try await Printed.lines { try await Self.send(device) }
            #expect(lines == ["charging: false"])
            let slow = SlowAcceleration()
            try await device.startLogging(slow)
            try await Task.sleep(for: .seconds(4))
            try await device.stopLogging(slow)
            var samples: [MWLoggedSample<CartesianFloat>] = []
            for try await part in try await device.downloadLogs(slow) { samples = part.data }
            #expect((90...105).contains(samples.count))
            try await device.clearLog()
        }
        try await withBoard(
            .metaMotionR, moving: [.rest(Rest(duration: 1)), .walk(Walk(steps: 12))]
        ) { _, device in
            try await device.connect()
            let stream = try await device.startStream(Steps())
            let steps = try await collect(stream, for: .seconds(12))
            try await device.stopStreaming(Steps())
            #expect(steps.count > 4)
        }
    }
}
