import MetaWearBoard
import MetaWearTables
import Simulation
import Wire

/// Sensor fusion and the sensors that it needs.
final class FusionRules: RuleFamily {
    static let noSensor = Rule(
        "MW-FUSE-01", .error, "sensor fusion runs without a sensor that its mode needs",
        "sensors 20.2, core 15.21",
        why: "the firmware starts no sensor by itself: if one of them is off, sensor fusion sends "
            + "nothing",
        fix: "enable and start every sensor of the mode (02 01 00, 01 01) before 19 01 01")
    static let asleep = Rule(
        "MW-FUSE-02", .error, "sensor fusion is started without a mode", "sensors 20.1",
        why: "mode 0 is sleep: there is never any output",
        fix: "write mode and ranges (19 02) first")
    static let whileRunning = Rule(
        "MW-FUSE-03", .warning, "the mode of sensor fusion is changed while it runs",
        "sensors 20.2, 20",
        why: "the library restarts and sends stale packets of the former output, and hardware has "
            + "been seen to ignore an output mask that is written soon after",
        fix: "stop sensor fusion, wait half a second, then write mode and mask, and start it")
    static let notDelivered = Rule(
        "MW-FUSE-04", .error, "an output that the mode does not provide", "sensors 20",
        why: "the firmware sends neither samples nor an error: gravity in IMU+, linear "
            + "acceleration in compass and M4G, corrected values of sensors that are not used",
        fix: "choose an output of this mode, or another mode")
    static let fatalCalibration = Rule(
        "MW-FUSE-05", .error, "a magnetometer calibration with an accuracy below 3", "core 15.22",
        why: "real firmware crashes when a mode loads it",
        fix: "write back only calibrations that were read with accuracy 3")
    static let otherRate = Rule(
        "MW-FUSE-06", .warning, "a sensor at a different rate than the fusion mode needs",
        "sensors 20.1",
        why: "the library integrates at the mode's own rate: 100 Hz in NDoF and IMU+, 25 Hz in "
            + "compass, 50 Hz in M4G; at any other rate every angle is wrong",
        fix: "configure the sensors at the mode's rate")
    static let wrongMode = Rule(
        "MW-FUSE-07", .error, "an orientation is reset in a mode that has none", "sensors 20",
        why: "only NDoF and IMU+ have a heading to reset: in other modes the firmware ignores it",
        fix: "do not send it in other modes")

    static let rules = [
        noSensor, asleep, whileRunning, notDelivered, fatalCalibration, otherRate, wrongMode,
    ]

    private static let patience = Nanoseconds.milliseconds(500)
    /// When sensor fusion was started, or one of its sensors stopped, until its sensors have been checked.
    private var started: Instant?
    /// What was reported already: sensors with another rate, and outputs that the mode lacks.
    private var reported: Set<Reported> = []

    private enum Reported: Hashable {
        case rate(MWModule, UInt8)
        case output(Int)
    }

    var awaitsPackets: Bool { started != nil }

    func see(_ event: ProtocolEvent, _ context: JudgeContext) {
        if let started, context.now - started >= Self.patience { checkSensors(context) }
        switch event {
        case .sent(let command):
            if command.writes(.sensorFusion, 2), context.client.isRunning(.sensorFusion),
                context.client.value(.sensorFusion, 2) != Array(command.payload)
            {
                context.report(
                    Self.whileRunning, command, "it was started and has not been stopped")
            }
            // Any order of stopping is allowed.
            if command.writes(.sensorFusion, 1), command.byte(0) == 0 {
                (started, reported) = (nil, [])
            }
            // Sensor fusion may be stopped next, or the sensor started again.
            if MWModule.motion.contains(command.module), command.register == 1,
                command.byte(0) == 0, context.client.isRunning(.sensorFusion)
            {
                started = context.now
            }
        case .done(let command): judge(command, context)
        // It keeps running without a host.
        case .reset: (started, reported) = (nil, [])
        default: break
        }
    }

    private func judge(_ command: Command, _ context: JudgeContext) {
        switch command.obstacle {
        case .fatal: context.report(Self.fatalCalibration, command, "the firmware would crash")
        case .wrongMode: context.report(Self.wrongMode, command, "the mode has no heading")
        default: break
        }
        guard command.isAccepted else { return }
        if command.writes(.sensorFusion, 1), command.byte(0) ?? 0 != 0 {
            if mode(context) == 0 {
                context.report(Self.asleep, command, "the mode is sleep")
            } else {
                started = command.time
                checkRate(context)
                // The mode was written after the mask.
                checkOutputs(context.client.fusionOutputs, command, context)
            }
        }
        // Writing it again is reported again.
        if command.writes(.sensorFusion, 3), let on = command.byte(0) {
            for bit in 0..<7 { reported.remove(.output(bit)) }
            checkOutputs(on, command, context)
        }
    }

    private func checkOutputs(_ outputs: UInt8, _ command: Command, _ context: JudgeContext) {
        for bit in 0..<7 where outputs & (1 << UInt8(bit)) != 0 && !delivers(bit, mode(context)) {
            guard reported.insert(.output(bit)).inserted else { continue }
            context.report(
                Self.notDelivered, command,
                "output bit \(bit) in \(Self.names[Int(min(mode(context), 4))])")
        }
    }

    private static let names = ["sleep", "NDoF", "IMU+", "compass", "M4G"]

    private func mode(_ context: JudgeContext) -> UInt8 {
        context.client.value(.sensorFusion, 2)?.first ?? 0
    }

    private static func sensors(_ mode: UInt8) -> [MWModule] {
        switch mode {
        case 1: [.accelerometer, .gyro, .magnetometer]
        case 2: [.accelerometer, .gyro]
        case 3, 4: [.accelerometer, .magnetometer]
        default: []
        }
    }

    /// Outputs that hardware was seen to send (protocol, sensors 20); bits as in register 03. In sleep
    /// mode the start is reported instead.
    private func delivers(_ bit: Int, _ mode: UInt8) -> Bool {
        switch (mode, bit) {
        case (2, 2), (2, 5): false
        case (3, 1), (3, 6), (4, 1), (4, 6): false
        default: true
        }
    }

    private func checkSensors(_ context: JudgeContext) {
        started = nil
        guard context.client.isRunning(.sensorFusion) else { return }
        // A sensor may have been configured after the start.
        checkRate(context)
        for module in Self.sensors(mode(context)) {
            let (runs, enabled) = (
                context.client.isRunning(module), context.client.isInterrupting(module)
            )
            guard !runs || !enabled else { continue }
            context.report(
                Self.noSensor, module, runs ? 2 : 1,
                "\(Self.names[Int(min(mode(context), 4))]) needs module \(Hex.text([module.rawValue])), which "
                    + (runs ? "has its data interrupt off" : "was not started"))
        }
    }

    private func checkRate(_ context: JudgeContext) {
        let wanted: UInt8 =
            switch mode(context) {
            case 3: 6
            case 4: 7
            default: 8
            }
        for module in Self.sensors(mode(context)) where module != .magnetometer {
            // The chip's default is 100 Hz.
            let rate = (context.client.value(module, 3)?.first ?? 8) & 0x0F
            guard rate != wanted, reported.insert(.rate(module, rate)).inserted else { continue }
            context.report(
                Self.otherRate, module, 3,
                "rate code \(rate), \(Self.names[Int(min(mode(context), 4))]) needs \(wanted)")
        }
    }
}
