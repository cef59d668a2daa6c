import Foundation
import MetaWear
import MetaWearBoard
import Motion
import Testing
import VirtualRadio

/// Blocks of the articles on sensors. The body of each function is a block.
@Suite struct SensorSnippets {
    // snippet 13
    static func accelerometers() {
        let ofAnRL = MWAccelerometerBMI160(odr: .hz100, range: .g2)
        let ofAnS = MWAccelerometerBMI270(odr: .hz50, range: .g16)
        print(ofAnRL.odr.hz, "Hz,", ofAnS.range.rangeG, "g")
    }

    // snippet 14
    static func gyroscopes() {
        let ofAnRL = MWGyroscopeBMI160(odr: .hz100, range: .dps2000)
        let ofAnS = MWGyroscopeBMI270(odr: .hz50, range: .dps125)
        print(ofAnRL.odr.hz, "Hz,", ofAnS.range.rangeDPS, "degrees per second")
    }

    // snippet 51
    static func makeSensors(_ device: MetaWearDevice) async throws {
        guard let sensor = await device.makeAccelerometer(odrHz: 100, rangeG: 4) else {
            print("this board has no accelerometer that the SDK knows")
            return
        }
        let stream = try await device.startStream(sensor)
        for try await sample in stream { print(sample.value.z, "g") }
    }

    @Test func `acceleration and rotation of either chip`() async throws {
        #expect(
            try await Printed.lines {
                Self.accelerometers()
                Self.gyroscopes()
            } == ["100.0 Hz, 16.0 g", "100.0 Hz, 125.0 degrees per second"])
        for profile in [BoardProfile.metaMotionS, .metaMotionRL] {
            try await withBoard(profile) { _, device in
                try await device.connect()
                let lines = try await Printed.lines {
                    try await play(for: .seconds(1)) {
                        try await Self.makeSensors(device)
                    } end: {
                        let sensor = try #require(await device.makeAccelerometer())
                        try await device.stopStreaming(sensor)
                    }
                }
                #expect(lines.count > 80)
            }
        }
    }

    // snippet 15
    static func watchTaps(_ device: MetaWearDevice) async throws {
        let packets = try await device.startNotifications(
            of: .accelerometer, register: MWAccelerometerBosch.Register.tap.rawValue)
        try await device.send(
            MWAccelerometerBosch.ConfigureTap(
                shockTime: .ms50, quietTime: .ms30, doubleTapWindow: .ms250, thresholdG: 2,
                rangeG: 8))
        try await device.send(MWAccelerometerBosch.EnableTap(single: true, double: false))
        try await device.prepareSignalSource(MWAccelerometerBMI160(odr: .hz400, range: .g8))
        for try await packet in packets {
            let tap = try MWAccelerometerBosch.parseTap(from: packet)
            print(tap.type == .single ? "tap" : "double tap", tap.isPositive ? "up" : "down")
        }
    }

    static func stopTaps(_ device: MetaWearDevice) async throws {
        try await device.send(MWAccelerometerBosch.DisableTap())
        try await device.teardownSignalSource(MWAccelerometerBMI160(odr: .hz400, range: .g8))
        try await device.stopNotifications(
            of: .accelerometer, register: MWAccelerometerBosch.Register.tap.rawValue)
    }

    static func watchOrientation(_ device: MetaWearDevice) async throws {
        let packets = try await device.startNotifications(
            of: .accelerometer, register: MWAccelerometerBosch.Register.orientation.rawValue)
        try await device.send(try MWAccelerometerBosch.EnableOrientation(chip: .bmi160))
        try await device.prepareSignalSource(MWAccelerometerBMI160(odr: .hz100, range: .g2))
        for try await packet in packets {
            print(try MWAccelerometerBosch.parseOrientation(from: packet))
        }
    }

    static func watchMotion(_ device: MetaWearDevice) async throws {
        let packets = try await device.startNotifications(
            of: .accelerometer, register: MWAccelerometerBosch.Register.motion.rawValue)
        try await device.send(
            MWAccelerometerBosch.ConfigureAnyMotion(
                chip: .bmi160, count: 4, thresholdG: 0.75, rangeG: 8))
        try await device.send(MWAccelerometerBosch.EnableAnyMotion())
        try await device.prepareSignalSource(MWAccelerometerBMI160(odr: .hz100, range: .g8))
        for try await packet in packets {
            let event = try MWAccelerometerBosch.parseAnyMotion(from: packet)
            print("moved along x:", event.xAxisActive, "upwards:", event.isPositive)
        }
    }

    @Test func `the detectors of a BMI160 report taps, motion and orientation`() async throws {
        let moves: [Move] = [
            .rest(Rest(duration: 2)), .tap(Tap()), .rest(Rest(duration: 2)), .tap(Tap()),
            .rest(Rest(duration: 5)),
        ]
        try await withBoard(.metaMotionR, moving: moves) { _, device in
            try await device.connect()
            let lines = try await Printed.lines {
                try await play(for: .seconds(8)) {
                    try await Self.watchTaps(device)
                } end: {
                    try await Self.stopTaps(device)
                }
            }
            #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("tap") })
        }
        try await withBoard(
            .metaMotionR, moving: [.rest(Rest(duration: 2)), .shake(Shake(peak: 3))]
        ) { _, device in
            try await device.connect()
            let lines = try await Printed.lines {
                try await play(for: .seconds(6)) {
                    try await Self.watchMotion(device)
                } end: {
                    try await device.send(MWAccelerometerBosch.DisableAnyMotion())
                    try await device.teardownSignalSource(MWAccelerometerBMI160())
                    try await device.stopNotifications(of: .accelerometer, register: 0x0B)
                }
            }
            #expect(!lines.isEmpty)
        }
        try await withBoard(
            .metaMotionR,
            moving: [
                .rest(Rest(duration: 1)),
                .tilt(Tilt(roll: 1.5)),
            ]
        ) { _, device in
            try await device.connect()
            let lines = try await Printed.lines {
                try await play(for: .seconds(6)) {
                    try await Self.watchOrientation(device)
                } end: {
                    try await device.send(MWAccelerometerBosch.DisableOrientation())
                    try await device.teardownSignalSource(MWAccelerometerBMI160())
                    try await device.stopNotifications(of: .accelerometer, register: 0x11)
                }
            }
            #expect(!lines.isEmpty)
        }
    }

    // snippet 16
    static func watchActivity(_ device: MetaWearDevice) async throws {
        let packets = try await device.startNotifications(
            of: .accelerometer, register: MWAccelerometerBMI270Features.activityRegister)
        try await device.send(MWAccelerometerBMI270Features.EnableActivityDetection())
        try await device.prepareSignalSource(MWAccelerometerBMI270(odr: .hz100, range: .g4))
        for try await packet in packets {
            print(try MWAccelerometerBMI270Features.parseActivity(from: packet))
        }
    }

    static func watchWrist(_ device: MetaWearDevice) async throws {
        let packets = try await device.startNotifications(
            of: .accelerometer, register: MWAccelerometerBMI270Features.wristEventRegister)
        try await device.send(MWAccelerometerBMI270Features.ConfigureWristGesture(arm: .right))
        try await device.send(MWAccelerometerBMI270Features.ConfigureWristWakeup())
        try await device.send(MWAccelerometerBMI270Features.EnableWristGesture())
        try await device.send(MWAccelerometerBMI270Features.EnableWristWakeup())
        try await device.prepareSignalSource(MWAccelerometerBMI270(odr: .hz100, range: .g4))
        for try await packet in packets {
            let event = try MWAccelerometerBMI270Features.parseWristEvent(from: packet)
            print(event.kind == .gesture ? "\(event.gestureCode)" : "wake-up")
        }
    }

    static func watchRest(_ device: MetaWearDevice) async throws {
        let packets = try await device.startNotifications(
            of: .accelerometer, register: MWAccelerometerBMI270Features.motionRegister)
        try await device.send(
            try MWAccelerometerBMI270Features.ConfigureNoMotion(
                duration: 50, threshold: 0xAA, selectX: true, selectY: true, selectZ: true))
        try await device.send(MWAccelerometerBMI270Features.EnableNoMotion())
        try await device.prepareSignalSource(MWAccelerometerBMI270(odr: .hz100, range: .g4))
        for try await packet in packets { print("no motion:", packet.count, "bytes") }
    }

    static func downsample(_ device: MetaWearDevice) async throws {
        try await device.send(
            try MWAccelerometerBMI270Features.SetDownsampling(
                gyroOrdinal: 2, gyroFilterData: true, accOrdinal: 2, accFilterData: true))
    }

    @Test func `the features of a BMI270 report activity, wrist and rest`() async throws {
        let sensor = MWAccelerometerBMI270(odr: .hz100, range: .g4)
        try await withBoard(
            moving: [.rest(Rest(duration: 1)), .shake(Shake(peak: 2)), .rest(Rest(duration: 20))]
        ) { _, device in
            try await device.connect()
            let lines = try await Printed.lines {
                try await play(for: .seconds(10)) {
                    try await Self.watchRest(device)
                } end: {
                    try await device.send(MWAccelerometerBMI270Features.DisableNoMotion())
                    try await device.teardownSignalSource(sensor)
                    try await device.stopNotifications(of: .accelerometer, register: 0x09)
                }
            }
            #expect(!lines.isEmpty)
            try await play(for: .seconds(2)) {
                try await Self.watchActivity(device)
            } end: {
                try await device.send(MWAccelerometerBMI270Features.DisableActivityDetection())
                try await device.teardownSignalSource(sensor)
                try await device.stopNotifications(of: .accelerometer, register: 0x0C)
            }
            try await play(for: .seconds(2)) {
                try await Self.watchWrist(device)
            } end: {
                try await device.send(MWAccelerometerBMI270Features.DisableWristGesture())
                try await device.send(MWAccelerometerBMI270Features.DisableWristWakeup())
                try await device.teardownSignalSource(sensor)
                try await device.stopNotifications(of: .accelerometer, register: 0x0A)
            }
            try await Self.downsample(device)
        }
    }

    // snippet 17
    static func streamField(_ device: MetaWearDevice) async throws {
        let magnetometer = MWMagnetometer(preset: .lowPower)
        for try await sample in try await device.startStream(magnetometer) {
            print(sample.value.x, sample.value.y, sample.value.z, "µT")
        }
    }

    // snippet 18
    static func streamPressure(_ device: MetaWearDevice) async throws {
        let barometer = MWBarometer(
            oversampling: .standard, iirFilter: .avg4, standbyTime: .ms62_5)
        for try await sample in try await device.startStream(barometer) {
            print(sample.value / 100, "hPa")
        }
    }

    static func streamAltitude(_ device: MetaWearDevice) async throws {
        for try await sample in try await device.startStream(MWAltimeter()) {
            print(sample.value, "m")
        }
    }

    // snippet 19
    static func streamLight(_ device: MetaWearDevice) async throws {
        let light = MWAmbientLight(gain: .x1, integrationTime: .ms100, measurementRate: .ms500)
        for try await sample in try await device.startStream(light) {
            print(MWAmbientLight.lux(from: sample.value), "lx")
        }
    }

    @Test func `surroundings are streamed`() async throws {
        try await withBoard(.metaMotionR) { _, device in
            try await device.connect()
            let field = try await Printed.lines {
                try await play(for: .seconds(3)) {
                    try await Self.streamField(device)
                } end: {
                    try await device.stopStreaming(MWMagnetometer())
                }
            }
            #expect(field.count > 20 && field[0].hasSuffix("µT"))
            let pressure = try await Printed.lines {
                try await play(for: .seconds(3)) {
                    try await Self.streamPressure(device)
                } end: {
                    try await device.stopStreaming(MWBarometer())
                }
            }
            #expect(pressure.count > 10 && pressure[0].hasPrefix("10"))
            let altitude = try await Printed.lines {
                try await play(for: .seconds(1)) {
                    try await Self.streamAltitude(device)
                } end: {
                    try await device.stopStreaming(MWAltimeter())
                }
            }
            #expect(!altitude.isEmpty)
            let light = try await Printed.lines {
                try await play(for: .seconds(5)) {
                    try await Self.streamLight(device)
                } end: {
                    try await device.stopStreaming(MWAmbientLight())
                }
            }
            #expect(light.count > 7)
        }
    }

    // snippet 20
    static func measureHumidity(_ device: MetaWearDevice) async throws {
        try await device.setHumidityOversampling(.x4)
        let percent = try await device.readHumidity()
        print("humidity:", percent, "%")
    }

    // snippet 27
    static func measureTemperature(_ device: MetaWearDevice) async throws {
        let sources = await device.moduleInfo(for: .temperature)?.thermometers ?? []
        for (channel, source) in sources.enumerated() where source == .nrfDie {
            let celsius = try await device.readTemperature(channel: UInt8(channel))
            print("the processor has", celsius, "°C")
        }
    }

    @Test func `humidity and temperature are read`() async throws {
        try await withBoard(.metaEnvironment) { _, device in
            try await device.connect()
            let lines = try await Printed.lines {
                try await Self.measureHumidity(device)
                try await Self.measureTemperature(device)
            }
            #expect(lines.count == 2)
        }
    }

    // snippet 21
    static func fusionOutputs(_ chip: MWSensorFusionChip) -> [any MWLoggable] {
        [
            MWSensorFusionQuaternion(mode: .ndof, chip: chip),  // w, x, y, z
            MWSensorFusionEuler(mode: .ndof, chip: chip),  // degrees
            MWSensorFusionGravity(mode: .imuPlus, chip: chip),  // g
            MWSensorFusionLinearAcceleration(mode: .ndof, chip: chip),  // g, without gravity
        ]
    }

    // snippet 22
    static func streamAttitude(_ device: MetaWearDevice) async throws {
        let implementation = await device.moduleInfo(for: .gyro)?.implementation
        guard let chip = implementation.flatMap(MWSensorFusionChip.init(gyroImpl:)) else { return }
        let attitude = MWSensorFusionQuaternion(mode: .ndof, chip: chip)
        for try await sample in try await device.startStream(attitude) {
            print(sample.value.w, sample.value.x, sample.value.y, sample.value.z)
        }
    }

    // snippet 50
    static func showCalibration(_ device: MetaWearDevice) async throws {
        let calibration = try await device.readFusionCalibration()
        print("accelerometer", calibration.accelerometer, "of 3")
        print("gyroscope", calibration.gyroscope, "of 3")
        print("magnetometer", calibration.magnetometer, "of 3")
    }

    @Test func `the fusion streams, and says how well it is calibrated`() async throws {
        try await withBoard { _, device in
            try await device.connect()
            #expect(Self.fusionOutputs(.bmi270).map(\.loggerKey).first == "quaternion")
            let attitude = MWSensorFusionQuaternion(mode: .ndof, chip: .bmi270)
            let lines = try await Printed.lines {
                try await play(for: .seconds(2)) {
                    try await Self.streamAttitude(device)
                } end: {
                    try await Self.showCalibration(device)
                    try await device.stopStreaming(attitude)
                }
            }
            #expect(lines.count > 100 && lines.contains { $0.hasPrefix("gyroscope") })
        }
    }
}
