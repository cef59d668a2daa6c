import Bluetooth
import Device
import JSON
import MetaWearBoard
import MetaWearTables
import Motion
import Peripheral
import Simulation
import TrikiCap
import VirtualRadio

/// The state of a board, with the names and the roundings of `boardsim serve`, without what needs
/// words of the firmware's documents: macros, the sources of loggers, and the graph.
struct State {
    let board: DeskBoard
    let desk: Desk

    var json: JSONValue {
        let (device, metawear) = (board.device, board.metawear)
        var entries: [(String, JSONValue)] = [
            ("identity", identity), ("power", power), ("battery", round(device.batteryLevel, 2)),
            ("link", link), ("pose", pose),
        ]
        if let fused { entries.append(("fused", fused)) }
        entries.append(("light", light))
        if let haptic = metawear?.haptic {
            entries.append(
                (
                    "motor",
                    .object([
                        ("running", .bool(device.isVibrating)), ("duty", round(haptic.duty, 2)),
                        ("buzzer", .bool(haptic.isBuzzer)),
                    ])
                ))
        }
        let isPressed = metawear?.hardware.isButtonPressed ?? board.cap?.isButtonPressed ?? false
        entries += [("button", .bool(isPressed)), ("surroundings", surroundings)]
        if let pins = metawear?.hardware.pinVoltages, !pins.isEmpty {
            entries.append(("pins", .array(pins.map { $0.map { .number($0) } ?? .null })))
        }
        if let log { entries.append(("log", log)) }
        entries += [
            ("streaming", .array(streaming.map { .string($0) })),
            ("notifications", notifications), ("timers", timers),
        ]
        return .object(entries)
    }

    private func round(_ value: Double, _ places: Int) -> JSONValue {
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        return .number(value.isFinite ? (value * scale).rounded() / scale : 0)
    }

    private func round(_ vector: Vector3, _ places: Int, _ factor: Double = 1) -> JSONValue {
        .array(
            [vector.x * factor, vector.y * factor, vector.z * factor].map { round($0, places) })
    }

    private func round(_ q: Quaternion, _ places: Int) -> JSONValue {
        .array([q.w, q.x, q.y, q.z].map { round($0, places) })
    }

    private var identity: JSONValue {
        let device = board.device
        return .object([
            ("name", .string(device.name)), ("model", .string(device.modelName)),
            ("kind", .string(board.metawear == nil ? "triki" : "metawear")),
            ("firmware", .string(device.firmwareRevision)),
            (
                "serial",
                .string(board.metawear?.serialNumber ?? board.cap?.serialNumber ?? "")
            ), ("address", .string("\(device.address)")),
        ])
    }

    private var power: JSONValue {
        let device = board.device
        let word = board.cap?.stateWord ?? "off"
        let mode =
            board.metawear?.operatingMode.rawValue
            ?? (word == "off" || word == "asleep" ? word : "application")
        var entries: [(String, JSONValue)] = [
            ("mode", .string(mode)), ("powered", .bool(device.isPowered)),
            ("resets", .integer(device.resets)),
        ]
        if let metawear = board.metawear {
            entries += [
                ("uptime", round((desk.now - metawear.bootTime).seconds, 0)),
                ("current", round(metawear.batteryCurrent, 2)),
                ("volts", round(metawear.batteryVoltage, 3)),
                ("charger", .bool(metawear.hardware.isChargerConnected)),
                ("charging", .bool(metawear.isCharging)),
            ]
        }
        return .object(entries)
    }

    private var link: JSONValue {
        let (device, air) = (board.device, desk.air)
        let isAdvertising = device.advertisement != nil
        let state =
            board.metawear?.isOnUSB == true
            ? "usb" : device.isConnected ? "connected" : isAdvertising ? "advertising" : "silent"
        var entries: [(String, JSONValue)] = [
            ("state", .string(state)), ("connected", .bool(device.isConnected)),
            ("advertising", .bool(isAdvertising)),
            (
                "retransmissions",
                .integer(air.statistics(of: device.address)?.retransmissions ?? 0)
            ),
        ]
        if let rssi = air.rssi(of: device.address) { entries.append(("rssi", .integer(rssi))) }
        entries.append(("muffled", .bool(air.isUnreachable(device.address))))
        guard let link = air.links(of: device.address).first else { return .object(entries) }
        return .object(
            entries + [
                ("interval", round(link.parameters.interval.seconds * 1000, 2)),
                ("latency", .integer(Int(link.parameters.latency))),
                ("timeout", round(link.parameters.supervisionTimeout.seconds * 1000, 0)),
                ("mtu", .integer(link.mtu)), ("phy", .string(link.phy)),
                ("encrypted", .bool(link.isEncrypted)), ("queued", .integer(link.waiting)),
            ])
    }

    private var pose: JSONValue {
        let state = board.body.kinematics(at: desk.now)
        return .object([
            ("orientation", round(state.orientation, 5)), ("position", round(state.position, 4)),
            ("force", round(state.specificForce, 3, 1 / standardGravity)),
            ("rotation", round(state.angularRate, 1, 180 / .pi)),
            (
                "motion", .string(board.body.followsScript(at: desk.now) ? "scenario" : "hand")
            ), ("scripted", .bool(board.isScripted)),
            ("moving", .bool(state.velocity != .zero || state.angularRate != .zero)),
        ])
    }

    private var fused: JSONValue? {
        guard let fused = board.metawear?.fusedAttitude else { return nil }
        var entries: [(String, JSONValue)] = [
            ("mode", .string(fused.mode)),
            ("accuracy", .array(fused.accuracies.map { .integer(Int($0)) })),
        ]
        if var attitude = fused.orientation {
            if fused.isNorth {
                // From magnetic to true north.
                let field = board.environment.magneticField(at: .zero)
                let declination = Elementary.arcTangent(field.x, field.y)
                attitude = Quaternion(angle: -declination, axis: .zAxis) * attitude
            }
            let truth = board.body.orientation(at: desk.now)
            entries += [
                ("orientation", round(attitude, 5)),
                ("error", round((attitude * truth.inverse).axisAndAngle.angle * 180 / .pi, 1)),
                ("heading", round(attitude.headingError(to: truth) * 180 / .pi, 1)),
            ]
        }
        return .object(entries)
    }

    private var light: JSONValue {
        var entries: [(String, JSONValue)] = [
            ("red", round(board.device.brightness(of: .red), 3)),
            ("green", round(board.device.brightness(of: .green), 3)),
            ("blue", round(board.device.brightness(of: .blue), 3)),
        ]
        guard let metawear = board.metawear, let mode = metawear.lightMode else {
            return .object(entries)
        }
        let patterns = [("blue", LED.Channel.blue), ("green", .green), ("red", .red)].compactMap {
            name, channel in metawear.lightPattern(channel).map { (name, Self.json($0)) }
        }
        entries += [("mode", .string(mode)), ("patterns", .object(patterns))]
        return .object(entries)
    }

    private static func json(_ pattern: LightPattern) -> JSONValue {
        var entries: [(String, JSONValue)] = [
            ("kind", .string(pattern.isPulse ? "pulse" : "blink")),
            ("high", .integer(pattern.high)), ("low", .integer(pattern.low)),
            ("rise", .integer(pattern.rise)), ("hold", .integer(pattern.hold)),
            ("fall", .integer(pattern.fall)), ("period", .integer(pattern.period)),
            ("delay", .integer(pattern.delay)),
        ]
        if let repeats = pattern.repetitions { entries.append(("repeats", .integer(repeats))) }
        return .object(entries + [("playing", .bool(pattern.isPlaying))])
    }

    private var surroundings: JSONValue {
        let (world, now) = (board.environment, desk.now)
        var entries: [(String, JSONValue)] = [
            ("temperature", round(world.temperature(at: now), 2)),
            ("light", round(world.illuminance(at: now), 1)),
            ("humidity", round(world.humidity(at: now), 1)),
            ("pressure", round(world.pressure(at: now) / 100, 2)),
            ("distance", round(board.distance, 2)),
        ]
        let nearest = world.objectDistance(at: now)
        if nearest.isFinite { entries.append(("nearest", round(nearest, 3))) }
        return .object(entries)
    }

    private var log: JSONValue? {
        guard let metawear = board.metawear else { return nil }
        let (memory, log) = (metawear.recording, metawear.flash.log)
        return .object([
            ("recording", .bool(memory.isRecording)), ("entries", .integer(memory.entries)),
            ("fill", round(memory.fill, 6)), ("recorded", .integer(memory.entriesRecorded)),
            ("refused", .integer(memory.entriesRefused)),
            ("recycled", .integer(memory.pagesRecycled)), ("enabled", .bool(log.isEnabled)),
            ("circular", .bool(log.isCircular)), ("full", .bool(log.isFull)),
            ("used", .integer(log.usedPages)), ("pages", .integer(metawear.profile.flash.pages)),
        ])
    }

    private var streaming: [String] {
        guard let metawear = board.metawear else { return board.cap?.streaming ?? [] }
        var words: [String] = []
        for key in metawear.streamingKeys {
            guard let word = MWModule(rawValue: key.module)?.row.short, !words.contains(word) else {
                continue
            }
            words.append(word)
        }
        return words
    }

    private var notifications: JSONValue {
        let counts = board.device.notifications
        return .object([
            ("made", .integer(counts.made)), ("sent", .integer(counts.sent)),
            ("dropped", .integer(counts.dropped)), ("waiting", .integer(counts.waiting)),
        ])
    }

    private var timers: JSONValue {
        .object(
            (board.metawear?.timers ?? []).map { timer in
                var entries: [(String, JSONValue)] = [("period", .integer(timer.period))]
                if let repeats = timer.repetitions {
                    entries.append(("repeats", .integer(repeats)))
                }
                if let left = timer.left { entries.append(("left", .integer(left))) }
                return ("\(timer.id)", .object(entries + [("running", .bool(timer.isRunning))]))
            })
    }
}
