import Foundation
import MetaWear
import MetaWearTransport
import Testing
import VirtualTime

/// The demo board, through the SDK.
@Suite struct DemoTransportTests {
    private static func withDemo<Value: Sendable>(
        _ body: @escaping @Sendable (MetaWearDevice, DemoBLETransport) async throws -> Value
    ) async throws -> Value {
        try await withVirtualTime {
            let transport = DemoBLETransport()
            let device = MetaWearDevice(
                identifier: DemoBLETransport.deviceIdentifier, transport: transport)
            try await device.connect()
            return try await body(device, transport)
        }
    }

    /// What a packet is answered with.
    private static func answers(
        _ transport: DemoBLETransport, _ packets: [UInt8]...
    ) async throws -> [[UInt8]] {
        let stream = await transport.notifications(from: MWUUIDs.notify)
        for packet in packets {
            try await transport.write(
                Data(packet), to: MWUUIDs.command, type: .withoutResponse)
        }
        try await transport.disconnect()
        return try await stream.reduce(into: []) { $0.append([UInt8]($1)) }
    }

    @Test func `it is a MetaMotion S`() async throws {
        try await Self.withDemo { device, transport in
            let board = try #require(await device.deviceInfo)
            #expect(
                board
                    == MWDeviceInformation(
                        manufacturer: "MbientLab Inc", modelNumber: "8", serialNumber: "DEMO01",
                        firmwareRevision: "1.7.3", hardwareRevision: "0.4"))
            #expect(
                DemoBLETransport.deviceIdentifier.uuidString
                    == "DE300000-0000-4000-8000-DE300000DE30")
            for _ in 0..<20 { #expect(try await (-58 ... -52).contains(device.readRSSI())) }
            await #expect(throws: MWError.self) {
                _ = try await transport.read(from: MWUUIDs.service)
            }
        }
    }

    private static let discovery: [UInt8: [UInt8]] = [
        0x01: [0, 0], 0x02: [0, 1, 3], 0x03: [4, 0], 0x04: [1, 0, 0, 3, 1, 2], 0x05: [0, 2, 3, 3],
        0x07: [0, 0], 0x08: [0, 0], 0x09: [0, 3, 0x1C], 0x0A: [0, 0, 0x1C],
        0x0B: [0, 3, 8, 0, 0, 0, 4, 4, 0], 0x0C: [0, 0, 8], 0x0D: [0, 1], 0x0F: [0, 2],
        0x11: [0, 10, 3, 0], 0x12: [0, 0], 0x13: [1, 0], 0x14: [0, 0], 0x15: [0, 2], 0x16: [],
        0x19: [0, 3, 0, 0, 0, 0, 0, 0, 0, 0], 0xFE: [0, 6],
    ]

    @Test(arguments: discovery)
    func `every module answers discovery`(module: UInt8, answer: [UInt8]) async throws {
        // Also before a connection.
        let answers = try await Self.answers(DemoBLETransport(), [module, 0x80])
        #expect(answers == [[module, 0x80] + answer])
    }

    private static let reads: [[UInt8]: [[UInt8]]] = [
        [0x11, 0x8C]: [[0x11, 0x8C, 87, 0xF0, 0x0F]],
        [0x09, 0x82, 0]: [[0x09, 0x82, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]],
        [0x0B, 0x81]: [[0x0B, 0x81, 0]],
        [0x11, 0x8B]: [[0x11, 0x8B, 1, 0x01, 0xE0, 0x0D, 0x0E, 0x3D, 0xDE]],
        [0x0B, 0x82, 0]: [[0x0B, 0x82, 0xFF, 0xFF, 0xFF, 0xFF]],
        [0x0B, 0x85]: [[0x0B, 0x85, 0, 0, 0, 0]], [0x19, 0x8B]: [[0x19, 0x8B, 3, 3, 3]],
        // The rest is silent.
        [0x03, 0x83]: [], [0x11, 0x91]: [], [0x0D, 0x81, 1]: [], [0x03]: [], []: [],
        [0x04, 0xC1, 0]: [], [0x09, 0x02, 0x03, 0x04, 0xFF, 0xA0, 0x07, 0xA5, 0x01]: [],
    ]

    @Test(arguments: reads)
    func `reads are answered as documented`(packet: [UInt8], answer: [[UInt8]]) async throws {
        #expect(try await Self.answers(DemoBLETransport(), packet) == answer)
    }

    @Test func `sixteen boards have identities of their own`() async throws {
        typealias Identity = DemoBLETransport.Identity
        let identities = (0..<16).map(Identity.board)
        #expect(Set(identities.map(\.identifier)).count == 16)
        #expect(identities[0].identifier == DemoBLETransport.deviceIdentifier)
        #expect(identities[0] == DemoBLETransport().identity)
        #expect(
            identities[15].identifier.uuidString == "DE300000-0000-4000-8000-DE300000DE3F")
        #expect(identities[15].serial == "DEMO16" && identities[8].serial == "DEMO09")
        #expect(abs(identities[10].phaseOffset - 9) < 1e-9)
        try await withVirtualTime {
            for identity in [identities[0], identities[11]] {
                let device = MetaWearDevice(
                    identifier: identity.identifier,
                    transport: DemoBLETransport(identity: identity))
                try await device.connect()
                #expect(await device.deviceInfo?.serialNumber == identity.serial)
                let mac = identity.serial == "DEMO01" ? "01" : "0C"
                #expect(try await device.read(MWMACAddress()).value == "DE:3D:0E:0D:E0:" + mac)
            }
        }
    }

    @Test func `boards side by side move apart, at one time`() async throws {
        let (readings, ticks) = try await withVirtualTime {
            var readings: [[CartesianFloat]] = []
            var ticks: Set<[[UInt8]]> = []
            for index in [0, 0, 3] {
                let identity = DemoBLETransport.Identity.board(index)
                ticks.insert(
                    try await Self.answers(DemoBLETransport(identity: identity), [0x0B, 0x84]))
                let device = MetaWearDevice(
                    identifier: identity.identifier,
                    transport: DemoBLETransport(identity: identity))
                try await device.connect()
                readings.append(
                    try await Self.samples(device, MWAccelerometerBMI270(), packed: false))
            }
            return (readings, ticks)
        }
        #expect(ticks.count == 1)
        #expect(readings[0].prefix(90) == readings[1].prefix(90))
        #expect(readings[0].prefix(90) != readings[2].prefix(90))
    }

    @Test func `a board says whether it records`() async throws {
        try await Self.withDemo { device, _ in
            #expect(try await !device.read(MWLoggingEnabled()).value)
            try await device.startLogging(MWAccelerometerBMI270())
            #expect(try await device.read(MWLoggingEnabled()).value)
        }
    }

    @Test func `an address of another length is refused`() async {
        await #expect(processExitsWith: .failure) {
            _ = DemoBLETransport.Identity(
                identifier: UUID(), serial: "", macLSBFirst: [1, 2], phaseOffset: 0)
        }
    }

    @Test func `values are those of a room`() async throws {
        try await Self.withDemo { device, _ in
            let battery = try await device.readBattery()
            #expect(battery.charge == 87 && battery.voltage == 4080)
            for channel in 0..<4 as Range<UInt8> {
                #expect(try await abs(device.readTemperature(channel: channel) - 22.5) < 1)
            }
            #expect(try await abs(device.read(MWBarometerPressureRead()).value - 101_325) < 20)
            #expect(try await device.read(MWMACAddress()).value == "DE:3D:0E:0D:E0:01")
            #expect(try await device.readFusionCalibration().magnetometer == 3)
            #expect(try await device.read(MWLogLength()).value == 0)
        }
    }

    private static func samples<S: MWStreamable>(
        _ device: MetaWearDevice, _ sensor: S, packed: Bool = true
    ) async throws -> [S.Sample] {
        let stream = try await device.startStream(sensor, usePacked: packed)
        let listener = Task { try await stream.reduce(into: []) { $0.append($1.value) } }
        try await Task.sleep(for: .seconds(4))
        try await device.stopStreaming(sensor)
        return try await listener.value
    }

    @Test func `every sensor streams 25 packets a second`() async throws {
        try await Self.withDemo { device, _ in
            for range in MWAccelerometerBMI270.Range.allCases {
                let sensor = MWAccelerometerBMI270(range: range)
                let single = try await Self.samples(device, sensor, packed: false)
                #expect((99...101).contains(single.count))
                #expect(single.allSatisfy { abs($0.z - 1) < 0.05 && abs($0.x) < 0.1 })
                let packed = try await Self.samples(device, sensor)
                #expect((297...303).contains(packed.count) && packed.count.isMultiple(of: 3))
                #expect(packed[0] == packed[1] && packed[1] == packed[2])
                #expect(packed.allSatisfy { abs($0.z - 1) < 0.05 })
            }
            for range in [MWGyroscopeBMI270.Range.dps2000, .dps125] {
                let turning = try await Self.samples(device, MWGyroscopeBMI270(range: range))
                #expect(turning.count > 290 && turning.allSatisfy { abs($0.z) < 16 })
                #expect(turning.contains { abs($0.z) > 5 })
            }
            let field = try await Self.samples(device, MWMagnetometer())
            #expect(field.count > 290 && field.allSatisfy { abs($0.z + 42) < 1 })
            let pressure = try await Self.samples(device, MWBarometer())
            #expect(pressure.count > 95 && pressure.allSatisfy { abs($0 - 101_325) < 10 })
            let altitude = try await Self.samples(device, MWAltimeter())
            #expect(altitude.count > 95 && altitude.allSatisfy { abs($0 - 112) < 1 })
            let light = try await Self.samples(device, MWAmbientLight())
            #expect(light.count > 95 && light.allSatisfy { abs(Int($0) - 320_000) < 30_000 })
            #expect(await device.state == .idle)
        }
    }

    @Test func `every output of the fusion streams`() async throws {
        try await Self.withDemo { device, _ in
            let chip = MWSensorFusionChip.bmi270
            let turn = try await Self.samples(device, MWSensorFusionQuaternion(chip: chip))
            #expect(turn.count > 95)
            #expect(
                turn.allSatisfy {
                    abs($0.w * $0.w + $0.x * $0.x + $0.y * $0.y + $0.z * $0.z - 1) < 1e-5
                })
            let angles = try await Self.samples(device, MWSensorFusionEuler(chip: chip))
            #expect(angles.allSatisfy { (0..<360).contains($0.heading) })
            let gravity = try await Self.samples(device, MWSensorFusionGravity(chip: chip))
            #expect(gravity.count > 95 && gravity.allSatisfy { abs($0.z - 1) < 1e-6 })
            let linear = try await Self.samples(
                device, MWSensorFusionLinearAcceleration(chip: chip))
            #expect(linear.count > 95 && linear.allSatisfy { abs($0.z) < 0.02 })
            let acceleration = try await Self.samples(
                device, MWSensorFusionCorrectedAcc(chip: chip))
            #expect(acceleration.allSatisfy { abs($0.z - 1) < 0.02 && $0.accuracy == 3 })
            let rotation = try await Self.samples(device, MWSensorFusionCorrectedGyro(chip: chip))
            #expect(rotation.contains { abs($0.z) > 5 })
            let field = try await Self.samples(device, MWSensorFusionCorrectedMag(chip: chip))
            #expect(field.count > 95 && field.allSatisfy { abs($0.z + 42) < 0.1 })
        }
    }

    @Test func `timers, events, macros and loggers are numbered from 0`() async throws {
        let transport = DemoBLETransport()
        let answers = try await Self.answers(
            transport, [0x0C, 0x02, 1, 0, 0, 0, 1, 0, 0], [0x0C, 0x02, 1, 0, 0, 0, 1, 0, 0],
            [0x0A, 0x02, 0x01, 0x01, 0xFF, 0x02, 0x01, 0x01], [0x0A, 0x03, 0x01],
            [0x0F, 0x02, 0x00], [0x0B, 0x02, 0x03, 0x04, 0xFF, 0x60],
            [0x0B, 0x02, 0x03, 0x04, 0xFF, 0x24], [0x0B, 0x82, 0x01], [0x0B, 0x82, 0x02])
        #expect(
            answers == [
                [0x0C, 0x02, 0], [0x0C, 0x02, 1], [0x0A, 0x02, 0], [0x0F, 0x02, 0],
                [0x0B, 0x02, 0], [0x0B, 0x02, 1], [0x0B, 0x82, 0x03, 0x04, 0xFF, 0x24],
                [0x0B, 0x82, 0xFF, 0xFF, 0xFF, 0xFF],
            ])
    }

    private static func download(
        _ device: MetaWearDevice, _ sensor: some MWLoggable & Sendable
    ) async throws -> (count: Int, updates: Int) {
        var (count, updates) = (0, 0)
        for try await part in try await device.downloadLogs(sensor) {
            count = part.data.count
            updates += 1
        }
        return (count, updates)
    }

    @Test func `acceleration is logged, also without a link, and read out once`() async throws {
        try await Self.withDemo { device, _ in
            let sensor = MWAccelerometerBMI270()
            try await device.startLogging(sensor)
            try await Task.sleep(for: .seconds(5))
            try await device.disconnect()
            try await Task.sleep(for: .seconds(5))
            try await device.connect()
            #expect(await device.state == .idle)
            try await device.stopLogging(sensor)
            // Two entries a sample, 25 samples a second.
            let length = try await device.read(MWLogLength()).value
            #expect((496...504).contains(length))
            let first = try await Self.download(device, sensor)
            #expect(first.count == Int(length) / 2)
            // Progress after each forty samples.
            #expect(first.updates >= 6)
            #expect(try await device.read(MWLogLength()).value == 0)
            #expect(try await Self.download(device, sensor).count == 0)
            try await device.clearLog()
            #expect(try await device.queryActiveLoggers().isEmpty)
        }
    }

    @Test func `the log ends at 4000 entries`() async throws {
        try await Self.withDemo { device, _ in
            let sensor = MWAccelerometerBMI270()
            try await device.startLogging(sensor)
            try await Task.sleep(for: .seconds(600))
            try await device.stopLogging(sensor)
            #expect(try await device.read(MWLogLength()).value == 4000)
            #expect(try await Self.download(device, sensor).count == 2000)
        }
    }

    @Test func `a reset ends the link, and the next connection finds the board`() async throws {
        try await Self.withDemo { device, _ in
            let stream = try await device.startStream(MWAccelerometerBMI270())
            try await device.send(MWDebug.Reset())
            await #expect(throws: (any Error).self) { for try await _ in stream {} }
            #expect(await device.state == .disconnected)
            try await device.connect()
            #expect(await device.state == .idle)
            try await device.factoryReset()
            #expect(await device.state == .disconnected)
        }
    }

    /// Whether a transport is still there.
    private actor Witness {
        private weak var transport: DemoBLETransport?
        func watch(_ transport: DemoBLETransport) { self.transport = transport }
        var isGone: Bool { transport == nil }
    }

    @Test func `a board that streams without a reader ends with its last owner`() async throws {
        let witness = Witness()
        try await Self.withDemo { device, transport in
            await witness.watch(transport)
            _ = try await device.startStream(MWAccelerometerBMI270())
            try await Task.sleep(for: .seconds(1))
            try await device.disconnect()
        }
        #expect(await witness.isGone)
    }
}
