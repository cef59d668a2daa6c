import Checkout
import MetaWearBoard
import MetaWearTables
import Testing
import Wire

@testable import MetaWearProtocol

/// What a host writes, beside what the firmware's own register tables make of it.
struct CommandProperty: Sendable, CustomTestStringConvertible {
    typealias Sentences = [(packet: Packet, words: String)]

    let name: String
    var profile = BoardProfile.metaMotionS
    /// False for what ends the link or needs a device: then only the words are compared.
    var isWritten = true
    let draw: @Sendable (inout Draw) throws -> Sentences

    init(
        _ name: String, _ profile: BoardProfile = .metaMotionS, isWritten: Bool = true,
        _ draw: @escaping @Sendable (inout Draw) throws -> Sentences
    ) {
        self.name = name
        self.profile = profile
        self.isWritten = isWritten
        self.draw = draw
    }

    var testDescription: String { name }

    func check(times: Int = 100) throws {
        let bench = BoardBench(profile)
        var draw = Draw(name)
        for _ in 0..<times {
            let sentences = try self.draw(&draw)
            for (packet, words) in sentences {
                #expect(bench.words(packet) == words, "\(packet)")
            }
            guard isWritten else { continue }
            bench.write(sentences.map(\.packet))
            bench.run(milliseconds: 50)
            #expect(bench.refusals() == [], "\(sentences.map(\.packet))")
        }
    }
}

/// Each encoder of the peripheral modules against the firmware's decoder.
@Suite struct CommandPropertyTests {
    static let led: [CommandProperty] = [
        CommandProperty("LED pattern") { draw in
            let pattern = MWLEDPattern(
                highIntensity: draw.number(0...31), lowIntensity: draw.number(0...31),
                riseTime: draw.any(), highTime: draw.any(), fallTime: draw.any(),
                pulseDuration: draw.any(), delay: draw.any(), repeatCount: draw.any())
            let color: MWLED.Color = draw.one()
            let channel = color == .green ? 0 : color == .red ? 1 : 2
            let repeats = pattern.repeatCount == 0 ? 255 : pattern.repeatCount
            return [
                (
                    MWLED.SetPattern(color: color, pattern: pattern).packet,
                    "LED pattern: channel \(channel), mode 2, high intensity "
                        + "\(pattern.highIntensity), low intensity \(pattern.lowIntensity), "
                        + "rise time \(pattern.riseTime), high time \(pattern.highTime), "
                        + "fall time \(pattern.fallTime), period \(pattern.pulseDuration), "
                        + "delay \(pattern.delay), repeat count \(repeats)"
                )
            ]
        },
        CommandProperty("LED play and stop") { draw in
            let clears = draw.flag()
            return [
                (MWLED.Play().packet, "LED play: mode 1"),
                (MWLED.Autoplay().packet, "LED play: mode 2"),
                (MWLED.Pause().packet, "LED play: mode 0"),
                (
                    MWLED.Stop(clearPattern: clears).packet,
                    "LED stop: clear \(clears ? 1 : 0)"
                ),
            ]
        },
    ]

    static let peripherals: [CommandProperty] = [
        CommandProperty("haptic pulse") { draw in
            let (duty, width): (UInt8, UInt16) = (draw.number(0...100), draw.any())
            return [
                (
                    MWHaptic.motor(dutyCycle: duty, pulseWidth: width).packet,
                    "haptic pulse: duty cycle \(Int(duty) * 248 / 100), width \(width), mode 0"
                ),
                (
                    MWHaptic.buzzer(pulseWidth: width).packet,
                    "haptic pulse: duty cycle 127, width \(width), mode 1"
                ),
            ]
        },
        CommandProperty("pins") { draw in
            let pin: UInt8 = draw.number(0...5)
            let type: MWGPIO.ChangeType = draw.one()
            let edge = type == .rising ? 1 : type == .falling ? 2 : 3
            return [
                (MWGPIO.SetHigh(pin: pin).packet, "GPIO set output: value \(pin)"),
                (MWGPIO.SetLow(pin: pin).packet, "GPIO clear output: value \(pin)"),
                (MWGPIO.SetPull(pin: pin, pull: .up).packet, "GPIO pull up: value \(pin)"),
                (MWGPIO.SetPull(pin: pin, pull: .down).packet, "GPIO pull down: value \(pin)"),
                (MWGPIO.SetPull(pin: pin, pull: .none).packet, "GPIO no pull: value \(pin)"),
                (
                    MWGPIO.ConfigurePinChange(pin: pin, type: type).packet,
                    "GPIO change type: pin \(pin), edge \(edge)"
                ),
                (MWGPIO.StartPinMonitor(pin: pin).packet, "GPIO monitor: pin \(pin), on 1"),
                (MWGPIO.StopPinMonitor(pin: pin).packet, "GPIO monitor: pin \(pin), on 0"),
                (MWGPIO.DigitalRead(pin: pin).packet, "read GPIO digital: value \(pin)"),
                (
                    MWGPIO.DigitalRead(pin: pin, silent: true).packet,
                    "silent read GPIO digital: value \(pin)"
                ),
            ]
        },
        CommandProperty("analog reads") { draw in
            let pin: UInt8 = draw.number(0...3)
            let parameters = MWGPIO.AnalogReadParameters(
                pullupPin: draw.any(), pulldownPin: draw.any(), virtualPin: draw.any(),
                delayMicroseconds: draw.number(0...1020))
            let silent = draw.flag()
            let verb = silent ? "silent read" : "read"
            return [
                (
                    MWGPIO.AnalogRead(
                        mode: .absoluteReference, pin: pin, silent: silent, parameters: parameters
                    ).packet,
                    "\(verb) GPIO analog, absolute: pin \(pin), pull-up pin "
                        + "\(parameters.pullupPin), pull-down pin \(parameters.pulldownPin), delay "
                        + "\(parameters.delayMicroseconds / 4), virtual pin "
                        + "\(parameters.virtualPin)"
                ),
                (
                    MWGPIO.AnalogRead(mode: .adc, pin: pin, silent: silent).packet,
                    "\(verb) GPIO analog, supply ratio: pin \(pin)"
                ),
            ]
        },
        CommandProperty("thermistor") { draw in
            let (data, pulldown): (UInt8, UInt8) = (draw.any(), draw.any())
            let (channel, isHigh): (UInt8, Bool) = (draw.number(0...3), draw.flag())
            return [
                (
                    MWThermometerConfigureExt(
                        channel: channel, dataPin: data, pulldownPin: pulldown, activeHigh: isHigh
                    ).packet,
                    "temperature mode: channel \(channel), data pin \(data), pull-down pin "
                        + "\(pulldown), active high \(isHigh ? 1 : 0)"
                ),
                (
                    MWThermometer(channel: channel).readPacket,
                    "read temperature temperature: value \(channel)"
                ),
                (
                    MWThermometer(channel: channel).silentReadPacket,
                    "silent read temperature temperature: value \(channel)"
                ),
            ]
        },
        CommandProperty("humidity", .metaEnvironment) { draw in
            let oversampling: MWHumidity.Oversampling = draw.one()
            let code = (MWHumidity.Oversampling.allCases.firstIndex(of: oversampling) ?? 0) + 1
            return [
                (
                    MWHumiditySetOversampling(oversampling: oversampling).packet,
                    "humidity oversampling: value \(code)"
                ),
                (MWHumidity().readPacket, "read humidity humidity"),
            ]
        },
        CommandProperty("iBeacon") { draw in
            let uuid = draw.bytes(16)
            let halves = [uuid.dropFirst(8), uuid.prefix(8)]
                .map { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
            let (major, minor): (UInt16, UInt16) = (draw.any(), draw.any())
            let (rx, tx, period): (Int8, Int8, UInt16) = (draw.any(), draw.any(), draw.any())
            return [
                (MWiBeacon.Enable().packet, "iBeacon enable: on 1"),
                (MWiBeacon.Disable().packet, "iBeacon enable: on 0"),
                (
                    try MWiBeacon.SetUUID(uuidBytes: uuid).packet,
                    "iBeacon UUID: UUID, low half \(halves[0]), UUID, high half \(halves[1])"
                ),
                (MWiBeacon.SetMajor(major).packet, "iBeacon major: value \(major)"),
                (MWiBeacon.SetMinor(minor).packet, "iBeacon minor: value \(minor)"),
                (MWiBeacon.SetRXPower(rx).packet, "iBeacon receive power: dBm \(rx)"),
                (MWiBeacon.SetTXPower(tx).packet, "iBeacon transmit power: dBm \(tx)"),
                (MWiBeacon.SetPeriod(period).packet, "iBeacon period: value \(period)"),
            ]
        },
        CommandProperty("I2C", isWritten: false) { draw in
            let (device, register): (UInt8, UInt8) = (draw.number(0x10...0x60), draw.any())
            let data = draw.bytes(draw.number(1...10))
            let (length, id): (UInt8, UInt8) = (draw.number(1...17), draw.any())
            return [
                (
                    try MWSerial.I2CWrite(
                        deviceAddress: device, registerAddress: register, data: data
                    ).packet,
                    "serial I2C: device \(device), register \(register), id 255, length "
                        + "\(data.count), bytes \(Hex.text(data))"
                ),
                (
                    try MWSerial.I2CRead(
                        deviceAddress: device, registerAddress: register, length: length, id: id
                    ).packet,
                    "read serial I2C: device \(device), register \(register), id \(id), length "
                        + "\(length)"
                ),
            ]
        },
        CommandProperty("SPI", isWritten: false) { draw in
            let parameters = MWSerial.SPIParameters(
                slaveSelectPin: draw.any(), clockPin: draw.any(), mosiPin: draw.any(),
                misoPin: draw.any(), mode: draw.one(), frequency: draw.one(),
                lsbFirst: draw.flag(), useNRFPins: draw.flag())
            let mode = MWSerial.SPIMode.allCases.firstIndex(of: parameters.mode) ?? 0
            let clock = MWSerial.SPIClock.allCases.firstIndex(of: parameters.frequency) ?? 0
            let bus =
                "select pin \(parameters.slaveSelectPin), clock pin \(parameters.clockPin), MOSI "
                + "pin \(parameters.mosiPin), MISO pin \(parameters.misoPin), least significant "
                + "bit first \(parameters.lsbFirst ? 1 : 0), mode \(mode), frequency \(clock), "
                + "internal pins \(parameters.useNRFPins ? 1 : 0)"
            let data = draw.bytes(draw.number(1...12))
            let (length, id): (UInt8, UInt8) = (draw.number(1...16), draw.number(0...15))
            return [
                (
                    MWSerial.SPIWrite(parameters: parameters, data: data).packet,
                    "serial SPI: \(bus), bytes \(Hex.text(data))"
                ),
                (
                    try MWSerial.SPIRead(
                        parameters: parameters, length: length, id: id, writeData: data
                    ).packet,
                    "read serial SPI: \(bus), length less one \(length - 1), id \(id), "
                        + "bytes written first \(Hex.text(data))"
                ),
            ]
        },
    ]

    static let settings: [CommandProperty] = [
        CommandProperty("name") { draw in
            let allowed = Array("ABCXYZabcxyz0189_- ".utf8)
            let bytes = (0..<draw.number(1...18)).map { _ in draw.one(of: allowed) }
            let name = String(decoding: bytes, as: UTF8.self)
            return [
                (
                    try MWSettings.SetDeviceName(validating: name).packet,
                    "settings device name: bytes \(Hex.text(bytes))"
                )
            ]
        },
        CommandProperty("advertising") { draw in
            let milliseconds: UInt16 = draw.number(20...10_240)
            let seconds: UInt8 = draw.number(0...180)
            let isDirected = draw.flag()
            return [
                (
                    MWSettings.SetAdvertisingInterval(
                        intervalMs: milliseconds, timeoutSec: seconds,
                        adType: isDirected ? .connectableDirected : .connectableUndirected
                    ).packet,
                    "settings advertising: interval \(Int(milliseconds) * 1000 / 625), timeout "
                        + "\(seconds), type \(isDirected ? 1 : 0)"
                )
            ]
        },
        CommandProperty("power, filter, PHY") { draw in
            let power: MWSettings.TXPower = draw.one()
            let any: Int8 = draw.any()
            let mode: MWSettings.WhitelistFilterMode = draw.one()
            let code = MWSettings.WhitelistFilterMode.allCases.firstIndex(of: mode) ?? 0
            let isOn = draw.flag()
            return [
                (MWSettings.SetTXPower(power).packet, "settings tx power: dBm \(power.rawValue)"),
                (MWSettings.SetTXPower(dBm: any).packet, "settings tx power: dBm \(any)"),
                (
                    MWSettings.SetWhitelistFilterMode(mode).packet,
                    "settings whitelist mode: value \(code)"
                ),
                (
                    MWSettings.SetThreeVoltPower(isOn).packet,
                    "settings 3V regulator: on \(isOn ? 1 : 0)"
                ),
                (
                    MWSettings.SetForce1MPhy(isOn).packet,
                    "settings force 1M PHY: on \(isOn ? 1 : 0)"
                ),
            ]
        },
        CommandProperty("connection parameters") { draw in
            let parameters = MWSettings.SetConnectionParameters(
                minInterval: draw.any(), maxInterval: draw.any(), latency: draw.any(),
                timeout: draw.any())
            return [
                (
                    parameters.packet,
                    "settings connection parameters: minimum interval \(parameters.minInterval), "
                        + "maximum interval \(parameters.maxInterval), latency "
                        + "\(parameters.latency), supervision timeout \(parameters.timeout)"
                )
            ]
        },
        CommandProperty("whitelist address") { draw in
            let bytes = draw.bytes(6)
            let number = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            let (index, isRandom): (UInt8, Bool) = (draw.number(0...8), draw.flag())
            return [
                (
                    MWSettings.AddWhitelistAddress(
                        index: index,
                        address: try MWSettings.BluetoothAddress(
                            type: isRandom ? .random : .public, bytesLSBFirst: bytes)
                    ).packet,
                    "settings whitelist address: index \(index), type \(isRandom ? 1 : 0), "
                        + "address \(number)"
                )
            ]
        },
        CommandProperty("debug", isWritten: false) { draw in
            let (key, button): (UInt32, UInt8) = (draw.any(), draw.any())
            let isOn = draw.flag()
            return [
                (MWDebug.Reset().packet, "debug reset"),
                (MWDebug.JumpToBootloader().packet, "debug jump to bootloader"),
                (MWDebug.WriteKey(key).packet, "debug key register: value \(key)"),
                (MWDebug.ResetAfterGC().packet, "debug reset after garbage collection"),
                (MWDebug.Disconnect().packet, "debug disconnect"),
                (MWDebug.EnablePowerSave().packet, "debug power save"),
                (
                    MWDebug.SetStackOverflowAssertion(isOn).packet,
                    "debug stack overflow assert: on \(isOn ? 1 : 0)"
                ),
                (
                    MWDebug.SpoofButtonEvent(button).packet,
                    "debug spoof notification: module 1, register 1, notify 0, data "
                        + Hex.text([button])
                ),
            ]
        },
    ]

    @Test(arguments: led)
    func `the LED does what the host says (sensors 4)`(_ property: CommandProperty) throws {
        try property.check()
    }

    @Test(.slow, arguments: peripherals)
    func `motor, pins, thermistors, beacon and buses do what the host says (sensors 6 to 11)`(
        _ property: CommandProperty
    ) throws {
        try property.check()
    }

    @Test(arguments: settings)
    func `settings and debug do what the host says (core 8 and 9)`(
        _ property: CommandProperty
    ) throws {
        try property.check(times: 50)
    }

    @Test func `a spoofed notification of any source arrives under its own key (core 9)`() throws {
        let bench = BoardBench()
        let timer = try #require(
            bench.make(MWTimer.Create(periodMs: 1000).packet))
        let sources: [(SourceKey, [UInt8], [UInt8])] = [
            (SourceKey(.switch_, 0x01), [1], [0x01, 0x01, 1]),
            (
                MWTimer(id: timer, periodMs: 1000, repetitions: 1, immediate: false).key, [],
                [0x0C, 0x06, timer]
            ),
            (SourceKey(.gpio, 0x0A, 3), [1], [0x05, 0x0A, 3, 1]),
            (SourceKey(.accelerometer, 0x04), [1, 2, 3, 4, 5, 6], [0x03, 0x04, 1, 2, 3, 4, 5, 6]),
            (.processor(5), [7, 8], [0x09, 0x03, 5, 7, 8]),
        ]
        for (key, data, packet) in sources {
            _ = bench.take()
            bench.write(MWDebug.SpoofNotification(key: key, data: data))
            #expect(bench.take() == [packet], "\(key)")
        }
    }

    @Test func `long scan responses arrive whole whichever host splits them (core 8)`() {
        var draw = Draw("scan response")
        for limit in [13, 18] {
            for length in 1...31 {
                let bench = BoardBench()
                let response = draw.bytes(length)
                bench.write(MWSettings.SetScanResponse(response, limit: limit))
                #expect(bench.refusals() == [])
                // The read shows as much as one packet holds.
                let answer = bench.ask(.read(.settings, 0x07))
                #expect(answer?.dropFirst(2).elementsEqual(response.prefix(18)) == true)
            }
        }
    }
}
