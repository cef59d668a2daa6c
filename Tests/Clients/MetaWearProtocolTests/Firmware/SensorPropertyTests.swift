import Checkout
import MetaWearBoard
import MetaWearTables
import Motion
import Simulation
import Testing
import Wire

@testable import MetaWearProtocol

/// Random configurations of every sensor, written to a board whose sensors are exact: the board samples at the rate
/// that was meant, and what the host reads is what was fed, within half a count.
@Suite struct SensorPropertyTests {
    /// Packets of a register since the last look.
    private static func packets(
        _ bench: BoardBench, _ module: MWModule, _ register: UInt8
    ) -> [[UInt8]] {
        bench.take().filter { $0[0] == module.rawValue && $0[1] == register }
    }

    /// How far two vectors are apart at most, on one axis.
    private static func distance(_ a: CartesianFloat, _ b: Vector3) -> Double {
        max(abs(Double(a.x) - b.x), abs(Double(a.y) - b.y), abs(Double(a.z) - b.z))
    }

    private static func vector(_ draw: inout Draw, within limit: Double) -> Vector3 {
        Vector3(draw.real(-limit, limit), draw.real(-limit, limit), draw.real(-limit, limit))
    }

    private static func check(
        _ sensor: some InertialSensor, on profile: BoardProfile, _ draw: inout Draw,
        feel: (StillBody, Vector3) -> Void, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let bench = BoardBench(profile)
        let isPacked = draw.flag()
        let fed = vector(&draw, within: sensor.setting.range * 0.99)
        feel(bench.body, fed)
        bench.write(sensor.configurePackets + [sensor.subscribePacket(isPacked: isPacked, true)])
        bench.write(sensor.enablePackets + sensor.startPackets)
        #expect(bench.refusals() == [], sourceLocation: sourceLocation)

        // What the board says of its configuration is what was meant.
        let answer = try #require(bench.ask(sensor.chip.readConfiguration))
        #expect(
            sensor.chip.setting(Array(answer.dropFirst(2))) == sensor.setting,
            sourceLocation: sourceLocation)

        // The filter that belongs to the rate: a BMI160 undersamples below 12.5 Hz, a BMI270 saves power.
        let words = bench.words(sensor.chip.configure(sensor.setting))
        let isSlow = sensor.setting.rate < 12.5
        let filter =
            switch (sensor.module, profile.modelNumber) {
            case (.accelerometer, "5"):
                isSlow ? "bandwidth 0, undersampling 1" : "bandwidth 2, undersampling 0"
            case (.accelerometer, _): "bandwidth 2, filter performance \(isSlow ? 0 : 1)"
            default: "bandwidth 2, noise performance 0, filter performance 0"
            }
        #expect(words.contains(filter), "\(words)", sourceLocation: sourceLocation)

        // Long enough for the start, whatever the phase.
        let period = Nanoseconds.seconds(1 / sensor.setting.rate)
        bench.run(.milliseconds(100) + period * 3)
        let register = isPacked ? sensor.packedDataRegister ?? 0 : sensor.dataRegister
        _ = bench.take()
        bench.run(period * 30)
        let heard = packets(bench, sensor.module, register)
        let samples = try heard.flatMap { packet in
            isPacked
                ? try sensor.packedSamples(from: packet) : [try sensor.sample(from: packet)]
        }
        #expect(abs(samples.count - 30) <= (isPacked ? 3 : 1), sourceLocation: sourceLocation)
        let halfCount = 0.5001 / Double(sensor.scale)
        for sample in samples {
            #expect(
                distance(sample, fed) <= halfCount, "\(sample) is not \(fed)",
                sourceLocation: sourceLocation)
        }
        // A logger records the bytes without their header.
        if !isPacked, let last = heard.last {
            #expect(
                try sensor.loggedSample(from: Array(last.dropFirst(2)))
                    == sensor.sample(from: last), sourceLocation: sourceLocation)
        }

        bench.write(sensor.stopPackets + sensor.disablePackets)
        _ = bench.take()
        bench.run(period * 5)
        #expect(packets(bench, sensor.module, register).isEmpty, sourceLocation: sourceLocation)
    }

    @Test func `accelerations of a BMI160 and of a BMI270 (sensors 5)`() throws {
        var draw = Draw("acceleration")
        for _ in 0..<30 {
            try Self.check(
                MWAccelerometerBMI160(odr: draw.one(), range: draw.one()), on: .metaMotionR, &draw
            ) { $0.acceleration = $1 }
            try Self.check(
                MWAccelerometerBMI270(odr: draw.one(), range: draw.one()), on: .metaMotionS, &draw
            ) { $0.acceleration = $1 }
        }
    }

    @Test(.slow) func `rotations of a BMI160 and of a BMI270 (sensors 14)`() throws {
        var draw = Draw("rotation")
        for _ in 0..<30 {
            try Self.check(
                MWGyroscopeBMI160(odr: draw.one(), range: draw.one()), on: .metaMotionR, &draw
            ) { $0.rotation = $1 }
            try Self.check(
                MWGyroscopeBMI270(odr: draw.one(), range: draw.one()), on: .metaMotionS, &draw
            ) { $0.rotation = $1 }
        }
    }

    /// The chips that no current host configures: the generic commands serve them too.
    @Test(arguments: [
        (MetaWearProtocol.InertialChip.bma255Accelerometer, BoardProfile.metaEnvironment),
        (.mma8452qAccelerometer, .metaWearR),
    ])
    func `accelerations of older chips (sensors 5.7 and 5.8)`(
        chip: MetaWearProtocol.InertialChip, profile: BoardProfile
    ) throws {
        var draw = Draw(chip.name)
        for _ in 0..<20 {
            let wish = InertialSetting(
                rate: draw.one(of: chip.rates).value, range: draw.one(of: chip.ranges).value)
            let bench = BoardBench(profile)
            let fed = Self.vector(&draw, within: wish.range * 0.99)
            bench.body.acceleration = fed
            bench.write([
                chip.configure(wish), .subscribe(.accelerometer, chip.dataRegister, true),
                chip.enable, chip.start,
            ])
            #expect(bench.refusals() == [])
            let answer = try #require(bench.ask(chip.readConfiguration))
            #expect(chip.setting(Array(answer.dropFirst(2))) == wish)
            let period = Nanoseconds.seconds(1 / wish.rate)
            bench.run(.milliseconds(100) + period * 3)
            _ = bench.take()
            bench.run(period * 20)
            let catalogue = SignalCatalogue(
                modules: [
                    MWModuleInfo(
                        module: .accelerometer, implementation: chip.implementation, revision: 1)
                ], accelerationRange: wish.range)
            let signal = try #require(catalogue.signal(.acceleration))
            let samples = Self.packets(bench, .accelerometer, chip.dataRegister)
                .flatMap { signal.values(ofPacket: $0.span) }
            #expect(abs(samples.count - 20) <= 1)
            // The MMA8452Q counts a 1024th of g at 2 g and gives whole thousandths, cut.
            let halfCount =
                chip.form == .mma8452q
                ? wish.range / 4096 + 0.001 : 0.5001 / chip.countsPerUnit(range: wish.range)
            for v in samples {
                let (x, y, z) = (v[0] - fed.x, v[1] - fed.y, v[2] - fed.z)
                #expect(max(abs(x), abs(y), abs(z)) <= halfCount)
            }
        }
    }

    @Test func `the magnetic field (sensors 16)`() throws {
        var draw = Draw("field")
        for round in 0..<20 {
            let bench = BoardBench(draw.flag() ? .metaMotionS : .metaMotionR)
            let sensor =
                round < 4
                ? MWMagnetometer(preset: MWMagnetometer.Preset.allCases[round])
                : MWMagnetometer(
                    xyReps: draw.number(1...15), zReps: draw.number(1...15), odr: draw.one())
            let fed = Self.vector(&draw, within: 1000)
            bench.environment.magneticField = Course(fed)
            bench.write(sensor.warmupPackets)
            bench.run(milliseconds: 200)
            bench.write(sensor.configurePackets + [sensor.subscribePacket(true)])
            bench.write([sensor.subscribePacket(isPacked: true, true)])
            bench.write(sensor.enablePackets + sensor.startPackets)
            #expect(bench.refusals() == [])
            let words = sensor.configurePackets.map { bench.words($0) }
            #expect(
                words == [
                    "magnetometer repetitions: (xy - 1) / 2 \((sensor.xyReps - 1) / 2), z - 1 "
                        + "\(sensor.zReps - 1)",
                    "magnetometer data rate: rate "
                        + "\([10, 2, 6, 8, 15, 20, 25, 30].firstIndex(of: sensor.odr.hz) ?? 9)",
                ])
            let period = Nanoseconds.seconds(1 / sensor.odr.hz)
            bench.run(period * 3)
            _ = bench.take()
            bench.run(period * 12)
            let heard = bench.take().filter { $0[0] == 0x15 }
            let plain = try heard.filter { $0[1] == sensor.dataRegister }
                .map { try sensor.sample(from: $0) }
            let packed = try heard.filter { $0[1] == sensor.packedDataRegister }
                .flatMap { try sensor.packedSamples(from: $0) }
            #expect(abs(plain.count - 12) <= 1 && abs(packed.count - 12) <= 3)
            for sample in plain + packed {
                #expect(Self.distance(sample, fed) <= 0.5001 / 16)
            }
            bench.write(sensor.stopPackets + sensor.disablePackets)
            _ = bench.take()
            bench.run(period * 4)
            #expect(bench.take().isEmpty)
        }
    }

    @Test func `pressure and altitude (sensors 13)`() throws {
        var draw = Draw("pressure")
        for _ in 0..<25 {
            let isBME280 = draw.flag()
            let bench = BoardBench(isBME280 ? .metaEnvironment : .metaMotionS)
            let pascal = draw.real(30_000, 110_000)
            bench.environment.pressure = Course(pascal)
            let (oversampling, filter): (MWBarometer.Oversampling, MWBarometer.IIRFilter) =
                (draw.one(), draw.one())
            let bmp: MWBarometer.BMPStandbyTime = draw.one()
            let bme: MWBarometer.BMEStandbyTime = draw.one()
            let sensor =
                isBME280
                ? MWBarometer(oversampling: oversampling, iirFilter: filter, bmeStandbyTime: bme)
                : MWBarometer(oversampling: oversampling, iirFilter: filter, standbyTime: bmp)
            let packet = sensor.configurePackets[0]
            let index = MWBarometer.Oversampling.allCases.firstIndex(of: oversampling) ?? 9
            #expect(
                bench.words(packet)
                    == "barometer config: pressure oversampling \(index), temperature oversampling "
                    + "\(oversampling == .ultraHigh ? 2 : 1), filter "
                    + "\(MWBarometer.IIRFilter.allCases.firstIndex(of: filter) ?? 9), standby "
                    + "\(sensor.standbyRaw)")
            bench.write(sensor.configurePackets + [sensor.subscribePacket(true)])
            let altimeter = MWAltimeter(config: sensor)
            bench.write(altimeter.subscribePacket(true))
            bench.write(sensor.startPackets)
            #expect(bench.refusals() == [])
            guard oversampling != .skip else { continue }
            let pause = isBME280 ? bme.ms : bmp.ms
            let time = Nanoseconds.microseconds(Int64(pause * 1000))
            bench.run(.milliseconds(200) + time * 3)
            _ = bench.take()
            bench.run((time + .milliseconds(100)) * 4)
            let heard = bench.take()
            let pressures = try heard.filter { $0[1] == 0x01 }
                .map { try sensor.sample(from: $0) }
            // A Float holds a pressure to within 1/128 Pa.
            #expect(pressures.count >= 4)
            for pressure in pressures {
                let bound: Double = 1.5 / 256
                #expect(abs(Double(pressure) - pascal) <= bound)
            }
            let altitudes = heard.filter { $0[1] == 0x02 }
            #expect(altitudes.count == pressures.count)
            for packet in altitudes {
                let metres = try altimeter.sample(from: packet)
                #expect(
                    bench.board.words(packet, fromBoard: true)
                        == "barometer altitude: 1/256 m \(Int((Double(metres) * 256).rounded()))")
                // The chip maker's formula is not quite the standard atmosphere.
                #expect(
                    abs(SimpleEnvironment.standardPressure(altitude: Double(metres)) - pascal) < 10)
            }
            // The one-shot read of a board that measures gives the last value.
            let read = MWBarometerPressureRead()
            if let answer = bench.ask(read.readPacket) {
                #expect(abs(Double(try read.sample(from: answer)) - pascal) <= 1.5 / 256)
            }
        }
    }

    @Test func `light (sensors 15)`() throws {
        var draw = Draw("light")
        for _ in 0..<30 {
            let bench = BoardBench()
            // 65,535 counts at the highest gain and the longest time.
            let lux = draw.real(0, 190)
            bench.environment.illuminance = Course(lux)
            let sensor = MWAmbientLight(
                gain: draw.one(), integrationTime: draw.one(), measurementRate: draw.one())
            bench.write(sensor.configurePackets + [sensor.subscribePacket(true)])
            bench.write(sensor.startPackets)
            #expect(bench.refusals() == [])
            let times: [MWAmbientLight.IntegrationTime] = [
                .ms100, .ms50, .ms200, .ms400, .ms150, .ms250, .ms300, .ms350,
            ]
            let gains: [MWAmbientLight.Gain: Int] = [
                .x1: 0, .x2: 1, .x4: 2, .x8: 3, .x48: 6, .x96: 7,
            ]
            let rate =
                MWAmbientLight.MeasurementRate.allCases.firstIndex(of: sensor.measurementRate) ?? 9
            #expect(
                bench.words(sensor.configurePackets[0])
                    == "ambient light config: gain \(gains[sensor.gain] ?? 9), rate \(rate), "
                    + "integration time \(times.firstIndex(of: sensor.integrationTime) ?? 9)")
            let period = Int64(
                max(sensor.measurementRate.milliseconds, sensor.integrationTime.milliseconds))
            bench.run(milliseconds: 500)
            _ = bench.take()
            bench.run(milliseconds: period * 6)
            let heard = Self.packets(bench, .ambientLight, sensor.dataRegister)
            #expect(abs(heard.count - 6) <= 1)
            for packet in heard {
                let milliLux = try sensor.sample(from: packet)
                #expect(abs(Double(milliLux) - lux * 1000) <= 0.5001)
                #expect(abs(Double(MWAmbientLight.lux(from: milliLux)) - lux) <= 0.001)
            }
            bench.write(sensor.stopPackets)
            _ = bench.take()
            bench.run(milliseconds: period * 3)
            #expect(bench.take().isEmpty)
        }
    }

    @Test func `temperatures and humidity, asked for (sensors 6 and 17)`() throws {
        var draw = Draw("temperature")
        for _ in 0..<25 {
            let bench = BoardBench(.metaEnvironment)
            let (celsius, percent) = (draw.real(-40, 85), draw.real(0, 100))
            bench.environment.temperature = Course(celsius)
            bench.environment.humidity = Course(percent)
            bench.write(
                MWThermometerConfigureExt(
                    channel: 2, dataPin: 0, pulldownPin: 1, activeHigh: draw.flag()))
            // The barometer's own thermometer is still until it runs.
            bench.write(MWBarometer().configurePackets + MWBarometer().startPackets)
            bench.run(milliseconds: 500)
            for channel: UInt8 in 0..<4 {
                let thermometer = MWThermometer(channel: channel)
                let answer = try #require(bench.ask(thermometer.readPacket))
                #expect(abs(Double(try thermometer.sample(from: answer)) - celsius) <= 0.5001 / 8)
                #expect(
                    try thermometer.loggedSample(from: Array(answer.dropFirst(3)))
                        == thermometer.sample(from: answer))
                #expect(bench.ask(thermometer.silentReadPacket) == nil)
            }
            bench.write(MWHumiditySetOversampling(oversampling: draw.one()))
            let answer = try #require(bench.ask(MWHumidity().readPacket))
            #expect(abs(Double(try MWHumidity().sample(from: answer)) - percent) <= 0.5001 / 1024)
        }
    }

    @Test func `button and pins (sensors 3 and 7)`() throws {
        let bench = BoardBench()
        bench.write(MWSwitch().subscribePacket(true))
        bench.board.setButton(pressed: true)
        bench.run(milliseconds: 100)
        bench.board.setButton(pressed: false)
        bench.run(milliseconds: 100)
        #expect(try bench.take().map { try MWSwitch().sample(from: $0) } == [true, false])

        var draw = Draw("pins")
        for _ in 0..<40 {
            let (pin, type): (UInt8, MWGPIO.ChangeType) = (draw.number(0...5), draw.one())
            let sensor = MWGPIOPinChange(pin: pin, type: type)
            let bench = BoardBench()
            bench.write(MWGPIO.SetLow(pin: pin))
            bench.write(sensor.configurePackets + [sensor.subscribePacket(true)])
            bench.write(sensor.enablePackets)
            bench.write(MWGPIO.SetHigh(pin: pin))
            bench.write(MWGPIO.SetLow(pin: pin))
            let wanted = [true, false].filter { $0 ? type != .falling : type != .rising }
            #expect(
                try bench.take().map { try sensor.sample(from: $0) }
                    == wanted.map { MWGPIOSample(pin: pin, isHigh: $0) })
            bench.write(sensor.disablePackets)
            bench.write(MWGPIO.SetHigh(pin: pin))
            #expect(bench.take().isEmpty)
            let level = try #require(bench.ask(MWGPIO.DigitalRead(pin: pin).packet))
            #expect(try MWGPIO.DigitalRead.isHigh(level))

            // A pin that is pulled reads as the supply; the answer carries the virtual pin.
            let analog: UInt8 = draw.number(0...3)
            bench.write(MWGPIO.SetPull(pin: analog, pull: .up))
            let virtual: UInt8 = draw.number(10...200)
            let read = MWGPIO.AnalogRead(
                mode: .adc, pin: analog,
                parameters: MWGPIO.AnalogReadParameters(virtualPin: virtual))
            let answer = try #require(bench.ask(read.packet))
            #expect(answer[2] == virtual)
            #expect(try MWGPIO.AnalogRead.value(answer) == 1023)
        }
    }

    @Test func `devices on the buses (sensors 11)`() throws {
        var draw = Draw("buses")
        for _ in 0..<40 {
            let bench = BoardBench()
            let (address, register): (UInt8, UInt8) = (draw.number(8...0x77), draw.number(0...0x60))
            bench.board.attach(RegisterMapDevice(name: "chip"), at: .i2c(address))
            let written = draw.bytes(draw.number(1...10))
            bench.write(
                try MWSerial.I2CWrite(
                    deviceAddress: address, registerAddress: register, data: written))
            let read = try MWSerial.I2CRead(
                deviceAddress: address, registerAddress: register, length: UInt8(written.count),
                id: draw.any())
            let answer = try #require(bench.ask(read.packet))
            #expect(answer[2] == read.id)
            #expect(try MWSerial.readBytes(answer) == written)

            let parameters = MWSerial.SPIParameters(
                slaveSelectPin: draw.number(0...5), clockPin: 1, mosiPin: 2, misoPin: 3,
                mode: draw.flag() ? .mode0 : .mode3, frequency: draw.one(),
                useNRFPins: draw.flag())
            bench.board.attach(
                RegisterMapDevice(name: "other chip"),
                at: parameters.useNRFPins ? .internalSPI : .spi(select: parameters.slaveSelectPin))
            bench.write(MWSerial.SPIWrite(parameters: parameters, data: [register] + written))
            let answered = try #require(
                bench.ask(
                    try MWSerial.SPIRead(
                        parameters: parameters, length: UInt8(written.count),
                        id: draw.number(0...15), writeData: [register | 0x80]
                    ).packet))
            #expect(try MWSerial.readBytes(answered) == written)
            #expect(bench.refusals() == [])
        }
    }
}
