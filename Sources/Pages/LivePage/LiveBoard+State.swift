import Device
import JSON
import MetaWearBoard
import Motion
import PageModel
import Peripheral
import ScenarioFile
import ScenarioRun
import Simulation
import TrikiCap
import VirtualRadio

extension JSONValue {
    static func optional(_ value: Double?, _ places: Int = 3) -> JSONValue {
        value.map { .rounded($0, places) } ?? .null
    }

    static func optional(_ value: Int?) -> JSONValue { value.map { .integer($0) } ?? .null }

    static func vector(_ v: Vector3, _ places: Int = 4) -> JSONValue {
        .array([v.x, v.y, v.z].map { .rounded($0, places) })
    }

    static func quaternion(_ q: Quaternion) -> JSONValue {
        .array([q.w, q.x, q.y, q.z].map { .rounded($0, 5) })
    }

    /// Things by their numbers.
    static func numbered<T>(
        _ items: [T], _ id: (T) -> Int, _ value: (T) -> JSONValue
    ) -> JSONValue {
        .object(items.map { ("\(id($0))", value($0)) })
    }
}

extension LiveBoard {
    /// The state of the board as the page has it.
    func state(of page: LivePage) -> JSONValue {
        let run = page.run
        let now = run.now
        return .object([
            ("name", .string(device.name)), ("model", .string(device.modelName)),
            ("kind", .string(model == nil ? "triki" : "metawear")),
            ("address", .string("\(device.address)")),
            ("firmware", .string(device.firmwareRevision)),
            ("serial", .string(serial)), ("power", power(now)), ("pose", pose(run, now)),
            ("fused", fused(run, now)), ("led", led), ("motor", motor),
            ("button", .bool(isButtonPressed)), ("battery", battery),
            ("world", world(run, now)), ("pins", pins), ("link", link(run)), ("log", log),
            ("graph", graph(now)), ("timers", timers), ("macros", macros),
        ])
    }

    private var serial: String {
        model?.serialNumber ?? (device as? TrikiCap)?.serialNumber ?? ""
    }

    private var isButtonPressed: Bool {
        model?.hardware.isButtonPressed ?? (device as? TrikiCap)?.isButtonPressed ?? false
    }

    private func power(_ now: Instant) -> JSONValue {
        guard let model else {
            let word = (device as? TrikiCap)?.stateWord ?? "off"
            return .object([
                (
                    "mode",
                    .string(word == "off" ? "off" : word == "asleep" ? "asleep" : "application")
                ),
                ("resets", .integer(device.resets)),
            ])
        }
        return .object([
            ("mode", .string(model.operatingMode.rawValue)), ("resets", .integer(device.resets)),
            ("uptime", .rounded((now - model.bootTime).seconds, 0)),
            ("current", .rounded(model.batteryCurrent, 2)),
        ])
    }

    private func pose(_ run: ScenarioRun, _ now: Instant) -> JSONValue {
        let state = run.bodies[index].kinematics(at: now)
        return .object([
            ("q", .quaternion(state.orientation)), ("p", .vector(state.position)),
            ("force", .vector(state.specificForce * (1 / standardGravity), 3)),
            ("rate", .vector(state.angularRate * (180 / .pi), 1)),
            ("motion", .string(run.bodies[index].followsScript(at: now) ? "scenario" : "hand")),
            ("scripted", .bool(!run.scenario.boards[index].motion.isEmpty)),
            ("moving", .bool(state.velocity != .zero || state.angularRate != .zero)),
        ])
    }

    /// The fused attitude in the world's axes, beside the truth.
    private func fused(_ run: ScenarioRun, _ now: Instant) -> JSONValue {
        guard let fused = model?.fusedAttitude else { return .null }
        var entries: [(String, JSONValue)] = [
            ("mode", .string(fused.mode)),
            ("accuracy", .array(fused.accuracies.map { .integer(Int($0)) })),
        ]
        if var attitude = fused.orientation {
            if fused.isNorth {
                // From magnetic to true north.
                let field = run.world.environments[index].magneticField(at: .zero)
                let declination = Elementary.arcTangent(field.x, field.y)
                attitude = Quaternion(angle: -declination, axis: .zAxis) * attitude
            }
            let truth = run.bodies[index].orientation(at: now)
            entries += [
                ("q", .quaternion(attitude)),
                ("error", .rounded((attitude * truth.inverse).axisAndAngle.angle * 180 / .pi, 1)),
                ("heading", .rounded(attitude.headingError(to: truth) * 180 / .pi, 1)),
            ]
        }
        return .object(entries)
    }

    private var led: JSONValue {
        var entries: [(String, JSONValue)] = [
            (
                "rgb",
                .array(
                    [.red, .green, .blue].map { .rounded(device.brightness(of: $0), 3) })
            )
        ]
        guard let model, let mode = model.lightMode else { return .object(entries) }
        let channels: [(String, JSONValue)] = [
            ("green", LED.Channel.green), ("red", .red), ("blue", .blue),
        ].map { name, channel in
            guard let pattern = model.lightPattern(channel) else { return (name, .null) }
            return (
                name,
                .object([
                    ("kind", .string(pattern.isPulse ? "pulse" : "blink")),
                    ("high", .integer(pattern.high)), ("low", .integer(pattern.low)),
                    ("rise", .integer(pattern.rise)), ("hold", .integer(pattern.hold)),
                    ("fall", .integer(pattern.fall)), ("period", .integer(pattern.period)),
                    ("delay", .integer(pattern.delay)),
                    ("repeats", .optional(pattern.repetitions)),
                    ("playing", .bool(pattern.isPlaying)),
                ])
            )
        }
        entries += [("mode", .string(mode)), ("channels", .object(channels))]
        return .object(entries)
    }

    private var motor: JSONValue {
        guard let haptic = model?.haptic else { return .null }
        return .object([
            ("duty", .rounded(haptic.duty, 2)), ("buzzer", .bool(haptic.isBuzzer)),
        ])
    }

    private var battery: JSONValue {
        guard let model else {
            return .object([("level", .rounded(device.batteryLevel, 1))])
        }
        return .object([
            ("level", .rounded(device.batteryLevel, 1)),
            ("volts", .rounded(model.batteryVoltage, 3)),
            ("charger", .bool(model.hardware.isChargerConnected)),
            ("charging", .bool(model.isCharging)),
        ])
    }

    private func world(_ run: ScenarioRun, _ now: Instant) -> JSONValue {
        let world = run.world.environments[index]
        let nearest = world.objectDistance(at: now)
        return .object([
            ("temperature", .rounded(world.temperature(at: now), 2)),
            ("light", .rounded(world.illuminance(at: now), 1)),
            ("humidity", .rounded(world.humidity(at: now), 1)),
            ("pressure", .rounded(world.pressure(at: now) / 100, 2)),
            ("distance", .rounded(run.world.distances[index], 2)),
            ("nearest", nearest.isFinite ? .rounded(nearest, 3) : .null),
        ])
    }

    private var pins: JSONValue {
        guard let pins = model?.hardware.pinVoltages, !pins.isEmpty else { return .null }
        return .object(
            pins.enumerated().map { ("\($0)", .object([("volts", .optional($1))])) })
    }

    private func link(_ run: ScenarioRun) -> JSONValue {
        let counts = device.notifications
        let link = run.air.links(of: device.address).first
        let isOnUSB = model?.isOnUSB == true
        var entries: [(String, JSONValue)] = [
            (
                "state",
                .string(
                    isOnUSB
                        ? "usb"
                        : device.isConnected
                            ? "connected" : device.advertisement == nil ? "silent" : "advertising")
            ),
            ("sent", .integer(counts.sent)), ("dropped", .integer(counts.dropped)),
            ("waiting", .integer(counts.waiting)),
            (
                "retransmissions",
                .integer(run.air.statistics(of: device.address)?.retransmissions ?? 0)
            ),
            ("rssi", .optional(run.air.rssi(of: device.address))),
            ("muffled", .bool(run.air.isUnreachable(device.address))),
        ]
        if let peer { entries.append(("peer", .string(peer))) }
        if let parameters = link?.parameters ?? model?.linkParameters {
            entries += [
                ("interval", .rounded(parameters.interval.seconds * 1000, 2)),
                ("latency", .integer(Int(parameters.latency))),
                ("timeout", .rounded(parameters.supervisionTimeout.seconds * 1000, 0)),
            ]
        }
        if let link {
            entries += [
                ("mtu", .integer(link.mtu)), ("phy", .string(link.phy)),
                ("encrypted", .bool(link.isEncrypted)), ("queued", .integer(link.waiting)),
            ]
        }
        return .object(entries)
    }

    private var log: JSONValue {
        guard let model else { return .null }
        let log = model.flash.log
        return .object([
            ("recording", .bool(log.isRecording)), ("enabled", .bool(log.isEnabled)),
            ("entries", .integer(log.entries)), ("recorded", .integer(log.recordedEntries)),
            ("refused", .integer(log.refusedEntries)), ("recycled", .integer(log.recycledPages)),
            ("circular", .bool(log.isCircular)), ("full", .bool(log.isFull)),
            ("fill", .rounded(log.fill, 4)), ("used", .integer(log.usedPages)),
            ("pages", .integer(model.profile.flash.pages)),
            ("perPage", .integer(model.profile.flash.slotsPerPage - 1)),
            (
                "loggers",
                .numbered(model.loggers, { Int($0.id) }) { logger in
                    .object([
                        ("source", .string(model.title(of: logger.source))),
                        ("offset", .integer(logger.offset)), ("length", .integer(logger.length)),
                    ])
                }
            ),
        ])
    }

    private var timers: JSONValue {
        guard let timers = model?.timers else { return .null }
        return .numbered(timers, { Int($0.id) }) { timer in
            .object([
                ("period", .integer(timer.period)), ("repeats", .optional(timer.repetitions)),
                ("left", .optional(timer.left)), ("running", .bool(timer.isRunning)),
            ])
        }
    }

    private var macros: JSONValue {
        guard let model else { return .null }
        return .numbered(model.flash.macros.all, { Int($0.id) }) { macro in
            .object([
                ("commands", .integer(macro.count)), ("boot", .bool(macro.runsAtBoot)),
                ("list", .array(macro.commands.map { .string(model.words($0)) })),
            ])
        }
    }
}
