import MetaWearBoard
import MetaWearTables
import Peripheral
import Wire

/// Configuration of sensors.
final class SensorRules: RuleFamily {
    static let whileRunning = Rule(
        "MW-SENS-01", .error, "a sensor is configured while it runs", "sensors 1.5",
        why: "the chip accepts rate and range only while it is stopped: real firmware ignores the "
            + "new settings or applies them at the next start, so that samples are scaled with the "
            + "wrong range",
        fix: "stop the sensor (01 00), configure it, then start it again")
    static let lightWhileRunning = Rule(
        "MW-SENS-02", .warning, "the barometer or light sensor is configured while it runs",
        "sensors 13, 15",
        why: "no source says that a running chip accepts it; hosts configure first",
        fix: "stop it, configure it, then start it again")
    static let startedBeforeEnabled = Rule(
        "MW-SENS-03", .note, "a sensor is started before its data interrupt is enabled",
        "sensors 1.5, core 15",
        why: "boards accept any order, but all hosts enable the interrupt first; otherwise the "
            + "first samples are lost",
        fix: "configure, subscribe, enable (02 01 00), then start (01 01)")
    static let suspended = Rule(
        "MW-SENS-04", .error, "the magnetometer is used while it is suspended",
        "core 15.20, sensors 16",
        why: "from revision 2 on it boots suspended and accepts neither settings nor a start: "
            + "there are no samples, and no error either",
        fix: "put it to sleep first (15 01 00) and give it 200 ms, then configure and start it")
    static let unknownMode = Rule(
        "MW-SENS-05", .error, "a mode that no source documents", "sensors 5, 14, 16, 17",
        why: "the firmware ignores it",
        fix: "write one of the documented modes")
    static let tooFast = Rule(
        "MW-SENS-06", .note, "more than 100 samples a second in single packets",
        "sensors 1.8a, RB26-52, RB26-53",
        why: "a link carries about 100 packets a second, of all streams together; beyond that "
            + "real links drop samples",
        fix: "subscribe to the packed registers, which carry three samples per packet, fuse what "
            + "belongs together, or lower the rates")
    static let coldThermometer = Rule(
        "MW-SENS-07", .warning, "the barometer's thermometer is read before the barometer has run",
        "core 15.14",
        why: "this channel reads 0 until the barometer has measured",
        fix: "start the barometer, or read another channel")
    static let reservedRate = Rule(
        "MW-SENS-08", .error, "a rate code that is reserved", "sensors 5.2, 14",
        why: "a config holds a code, not a rate in hertz: for a reserved code the chip's data "
            + "sheet promises nothing (ours uses the nearest code), so that samples come at another rate "
            + "than the client assumes",
        fix: "write the code of the rate: accelerometers 1 (0.78125 Hz) to C (1600 Hz), 8 is 100 "
            + "Hz; gyroscopes 6 (25 Hz) to D (3200 Hz), 8 is 100 Hz")

    static let overrun = Rule(
        "MW-SENS-09", .warning, "streams ask for more than their link carries",
        "sensors 1.8a, RB26-50, RB26-51, RB26-52",
        why: "what finds no room in the board's queue is dropped without a sign: at least a tenth "
            + "of the samples is missing, and what is assumed to be evenly spaced is not",
        fix: "subscribe to the packed registers, which carry three samples per packet, fuse what "
            + "belongs together, lower the rates, or ask for an interval of 7.5 ms (11 09)")

    static let rules = [
        whileRunning, lightWhileRunning, startedBeforeEnabled, suspended, unknownMode, tooFast,
        coldThermometer, reservedRate, overrun,
    ]

    private var barometerRan = false
    /// What the running streams send in single packets, in samples a second.
    private var singlePackets = 0.0
    /// The command that made them more than a link carries for sure; nil while they are not.
    private var excess: Command?
    /// Packets of streams since then, and how many of them were dropped.
    private var (packets, dropped) = (0, 0)

    var awaitsPackets: Bool { excess != nil }

    func see(_ event: ProtocolEvent, _ context: JudgeContext) {
        switch event {
        case .sent(let command): look(command, context)
        case .done(let command): judge(command, context)
        case .changed(let command): checkRate(command, context)
        case .notified(let packet, let fate):
            guard excess != nil, Self.isStream(packet) else { return }
            if fate == .dropped { dropped += 1 }
            if fate == .sent || fate == .waiting || fate == .dropped { packets += 1 }
        case .settled(let packet, .dropped):
            if excess != nil, Self.isStream(packet) { dropped += 1 }
        // A link that is about to be lost carries nothing: that is not the client's doing.
        case .disconnected(let reason):
            if context.isOwnEnd(reason) { checkDropped(context) }
            (packets, dropped) = (0, 0)
        case .finished: checkDropped(context)
        case .reset:
            (barometerRan, singlePackets) = (false, 0)
            (excess, packets, dropped) = (nil, 0, 0)
        default: break
        }
    }

    /// Whether a register must not change while its sensor runs.
    private static func isConfiguration(_ module: UInt8, _ register: UInt8) -> Bool {
        MWModule(rawValue: module)?.row.configured.contains(register) == true
    }

    private func look(_ command: Command, _ context: JudgeContext) {
        guard !command.isRead, let module = command.module, let register = command.register,
            Self.isConfiguration(module, register), context.client.isRunning(module)
        else { return }
        // Writing the current value is harmless, and hosts do it.
        guard context.client.value(module, register) != Array(command.payload) else { return }
        let isMotion = MWModule.motion.contains(module)
        context.report(
            isMotion ? Self.whileRunning : Self.lightWhileRunning, command,
            "it was started and has not been stopped")
    }

    private func judge(_ command: Command, _ context: JudgeContext) {
        guard let module = command.module else { return }
        switch command.obstacle {
        case .suspended: context.report(Self.suspended, command, "it is suspended")
        case .undocumentedValue where module != .led:
            context.report(Self.unknownMode, command, "mode \(command.byte(0) ?? 0)")
        default: break
        }
        guard command.isAccepted else { return }
        checkCode(command, context)
        if module == .barometer {
            if command.writes(.barometer, 4), command.byte(0) ?? 0 != 0 { barometerRan = true }
            if command.reads(.barometer, 1) { barometerRan = true }
        }
        if command.reads(.temperature, 1), !command.isSilent, let channel = command.byte(0) {
            readThermometer(channel, command, context)
        }
        guard MWModule.motion.contains(module), command.writes(module, 1),
            let power = command.byte(0), module == .magnetometer ? power == 1 : power != 0
        else { return }
        started(module, command, context)
    }

    private func checkCode(_ command: Command, _ context: JudgeContext) {
        guard !command.isRead, let module = command.module, let register = command.register,
            let rates = context.declaration(module, register)?.rates,
            let code = rates.code(in: command.payload), rates.isReserved(code)
        else { return }
        let used = rates.used(code)
        var detail =
            "rate code \(code) is reserved: the board uses \(used), "
            + "\(RateCodes.text(rates.hertz(used))) Hz"
        let meant = rates.meant(by: code)
        if let first = meant.first {
            var packet = command.bytes
            packet[2] = packet[2] & ~(1 << UInt8(rates.width) - 1) | first
            let hertz = meant.map { RateCodes.text(rates.hertz($0)) }.joined(separator: " or ")
            detail +=
                "; if \(hertz) Hz was meant, \(RateCodes.text(rates.hertz(first))) Hz is code "
                + "\(first): \(Hex.text(packet))"
        } else {
            detail +=
                "; codes are \(rates.codes.lowerBound) to \(rates.codes.upperBound), "
                + "\(RateCodes.text(rates.slowest)) Hz and its doublings"
        }
        context.report(Self.reservedRate, command, detail)
    }

    private func readThermometer(_ channel: UInt8, _ command: Command, _ context: JudgeContext) {
        let drivers = context.information(.temperature)?.extra ?? []
        guard Int(channel) < drivers.count, drivers[Int(channel)] == 2, !barometerRan else {
            return
        }
        context.report(Self.coldThermometer, command, "channel \(channel) belongs to the barometer")
    }

    private func started(_ module: UInt8, _ command: Command, _ context: JudgeContext) {
        let client = context.client
        let data = context.streams[module]?.first ?? 4
        guard client.isSubscribed(module, data) else { return }
        if !client.isInterrupting(module) {
            context.report(Self.startedBeforeEnabled, command, "its data interrupt is off")
        }
    }

    // MARK: Rates

    /// What a link carries for sure, of all streams together (real boards of 2026, RB26-53).
    private static let safeRate = 100.0

    private func checkRate(_ command: Command, _ context: JudgeContext) {
        guard !command.isRead,
            MWModule.motion.contains(command.module) || command.module == .sensorFusion
        else { return }
        let streams = Self.singlePackets(context)
        let total = streams.reduce(0) { $0 + $1.hertz }
        defer { singlePackets = total }
        guard total > Self.safeRate else {
            if excess != nil { checkDropped(context) }
            excess = nil
            return
        }
        guard total > singlePackets else { return }
        if excess == nil { (excess, packets, dropped) = (command, 0, 0) }
        let parts = streams.map { "\($0.name) \(RateCodes.text($0.hertz)) Hz" }
        context.report(
            Self.tooFast, command,
            "\(parts.joined(separator: ", ")): \(RateCodes.text(total)) packets a second")
    }

    /// Fewer packets say nothing about a link.
    private static let manyPackets = 200

    private func checkDropped(_ context: JudgeContext) {
        defer { (packets, dropped) = (0, 0) }
        guard let excess, packets >= Self.manyPackets, dropped * 10 >= packets else { return }
        context.report(
            Self.overrun, excess,
            "\(dropped) of \(packets) packets of its streams were dropped")
    }

    private static func isStream(_ packet: [UInt8]) -> Bool {
        guard let module = packet.first else { return false }
        return module == .accelerometer || module == .gyro || module == .sensorFusion
    }

    /// The streams that run, without those of three samples a packet. The magnetometer is too slow to matter.
    private static func singlePackets(
        _ context: JudgeContext
    ) -> [(name: String, hertz: Double)] {
        let client = context.client
        var streams: [(name: String, hertz: Double)] = []
        for module in [MWModule.accelerometer, .gyro] {
            guard client.isRunning(module),
                let register = context.streams[module.rawValue]?.first,
                client.isSubscribed(module, register), let config = client.value(module, 3),
                let rates = context.declaration(module.rawValue, 3)?.rates,
                let code = rates.code(in: config)
            else { continue }
            streams.append((module.row.part, rates.hertz(code)))
        }
        guard client.isRunning(.sensorFusion), let mode = client.value(.sensorFusion, 2)?.first
        else { return streams }
        for (place, name) in fusionOutputs.enumerated() {
            guard client.isSubscribed(.sensorFusion, UInt8(4 + place)),
                client.fusionOutputs >> UInt8(place) & 1 != 0
            else { continue }
            streams.append((name, Self.fusionRate(mode)))
        }
        return streams
    }

    /// From register 04 on, and from bit 0.
    private static let fusionOutputs = [
        "corrected acceleration", "corrected rotation", "corrected field", "quaternion",
        "Euler angles",
        "gravity", "linear acceleration",
    ]

    /// In hertz: NDoF and IMU+, the compass, and M4G (protocol, sensors 15).
    private static func fusionRate(_ mode: UInt8) -> Double {
        switch mode {
        case 1, 2: 100
        case 3: 25
        case 4: 50
        default: 0
        }
    }
}
