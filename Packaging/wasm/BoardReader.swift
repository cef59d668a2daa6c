import Bluetooth
import Device
import JSON
import MetaWearBoard
import Motion
import Peripheral
import Simulation
import TrikiCap
import VirtualRadio

/// Reads `boards` and `world` of a `start`, with the keys that scenarios have for them.
struct BoardReader {
    static let worldKeys = [
        "temperature", "pressure", "altitude", "light", "light-colour", "nearest-object",
        "humidity", "magnetic-field", "distance", "rssi-at-one-metre", "radio",
    ]
    private static let keys = [
        "name", "model", "firmware", "serial", "address", "device-name", "quirks", "sensors",
        "battery", "clock-drift", "uptime", "log-fill", "distance", "worn", "pose", "motion",
    ]

    let simulation: Simulation
    let air: Air
    /// Nil for the defaults.
    let world: Part?

    /// The radio of a world.
    static func radio(_ world: Part?) throws(Wrong) -> Radio {
        var radio = Radio()
        radio.fading = 4
        radio.pathLossAtOneMetre = 55
        guard let world else { return radio }
        let fields = try Fields(world, worldKeys, "world")
        radio.pathLossAtOneMetre =
            -(try fields.quantity("rssi-at-one-metre", .power, -100...0, otherwise: -55))
        guard let part = fields["radio"] else { return radio }
        let own = try Fields(
            part, ["data-length", "phy", "packets-per-event", "notification-buffers"], "radio")
        let isFast = try own["phy"]?.choice(["1M", "2M"], "PHY") == "2M"
        var result = Radio(
            phy: isFast ? .twoMegabit : .oneMegabit,
            dataLength: try own["data-length"]?.whole(in: 27...251) ?? 27,
            packetsPerEvent: try own["packets-per-event"]?.whole(in: 1...100) ?? 3,
            notificationBuffers: try own["notification-buffers"]?.whole(in: 1...100) ?? 6)
        result.fading = 4
        result.pathLossAtOneMetre = radio.pathLossAtOneMetre
        return result
    }

    /// A board that is switched on now, on the air.
    func board(_ part: Part, others: [DeskBoard]) throws(Wrong) -> DeskBoard {
        let fields = try Fields(part, Self.keys, "board")
        let model = try fields.required("model").choice(
            BoardProfile.all.map { $0.name } + [TrikiCap.product], "model")
        let name = try fields["name"]?.text() ?? "board \(others.count + 1)"
        let address = try address(fields["address"], of: name)
        for other in others {
            guard other.device.name != name else {
                throw part.wrong("two boards are named `\(name)`; give each a `name` of its own")
            }
            guard other.device.address != address else {
                throw part.wrong("two boards have the address \(address)")
            }
        }
        let body = try body(fields)
        let environment = try environment()
        environment.body = body
        let kind: DeskBoard.Kind =
            model == TrikiCap.product
            ? .triki(try cap(fields, name, address, body, environment))
            : .metawear(try metawear(fields, model, name, address, body, environment))
        let distance = try fields.quantity(
            "distance", .length, 0.01...1000, otherwise: try worldDistance())
        let board = DeskBoard(
            kind, body: body, environment: environment, isScripted: fields["motion"] != nil,
            distance: distance)
        board.device.setBattery(level: 100)
        if let battery = fields["battery"] {
            let own = try Fields(
                battery, ["level", "capacity", "charger"], principal: "level", "battery")
            board.device.setBattery(
                level: try own.quantity("level", .ratio, 0...100, otherwise: 100))
            if let charger = own["charger"] {
                board.metawear?.setCharger(connected: try charger.flag())
            }
        }
        if let fill = fields["log-fill"] {
            board.metawear?.fillRecording(to: try fill.quantity(.ratio) / 100)
        }
        air.add(board.device, distance: distance)
        air.wear(address, loss: try fields.quantity("worn", .ratio, 0...99, otherwise: 0) / 100)
        return board
    }

    private func metawear(
        _ fields: Fields, _ model: String, _ name: String, _ address: Address, _ body: ScriptedBody,
        _ environment: SimpleEnvironment
    ) throws(Wrong) -> MetaWearBoard {
        var profile = BoardProfile.all.first { $0.name == model } ?? .metaMotionS
        if let part = fields["firmware"] {
            guard let other = profile.running(try part.text()) else {
                throw part.wrong("\(model) has no such firmware; leave `firmware` out")
            }
            profile = other
        }
        if let battery = fields["battery"], case .object = battery.value {
            let own = try Fields(battery, ["level", "capacity", "charger"], "battery")
            if let capacity = own["capacity"] {
                profile.battery = BatteryDesign(capacity: try capacity.quantity(.charge))
            }
        }
        let sensors = try sensors(fields)
        let board = MetaWearBoard(
            profile, name: name, address: address, serialNumber: try fields["serial"]?.text(),
            quirks: try quirks(fields["quirks"], of: profile), body: body,
            environment: environment, sensors: sensors.isIdeal ? .ideal : .realistic,
            specimen: sensors.specimen, chipFast: sensors.chipFast,
            clockDrift: try fields.quantity(
                "clock-drift", .clockDrift, -1000...1000, otherwise: 0),
            in: simulation)
        if let part = fields["device-name"] { board.setDeviceName(try part.text()) }
        let uptime = try fields.duration("uptime", .zero...Dimension.longest, otherwise: .zero)
        if uptime > .zero { board.setUptime(uptime) }
        return board
    }

    private func cap(
        _ fields: Fields, _ name: String, _ address: Address, _ body: ScriptedBody,
        _ environment: SimpleEnvironment
    ) throws(Wrong) -> TrikiCap {
        for key in fields.present(["quirks", "clock-drift", "uptime", "log-fill"]) {
            throw Wrong("a \(TrikiCap.product) has no `\(key)`; remove it", at: fields.place)
        }
        let sensors = try sensors(fields)
        return TrikiCap(
            name: name, address: address, serialNumber: try fields["serial"]?.text(),
            firmwareRevision: try fields["firmware"]?.choice(
                TrikiCap.firmwareRevisions, "firmware of a \(TrikiCap.product)")
                ?? TrikiCap.firmwareRevisions[0],
            localName: try fields["device-name"]?.text(), body: body, environment: environment,
            hasIdealSensors: sensors.isIdeal, specimen: sensors.specimen, in: simulation)
    }

    private func sensors(
        _ fields: Fields
    ) throws(Wrong) -> (isIdeal: Bool, specimen: Int, chipFast: Double?) {
        guard let part = fields["sensors"] else { return (false, 0, nil) }
        let own = try Fields(
            part, ["errors", "specimen", "clock"], principal: "errors", "sensors")
        let errors = try own["errors"]?.choice(["realistic", "ideal"], "kind of error")
        return (
            errors == "ideal", try own["specimen"]?.whole(in: 0...1_000_000) ?? 0,
            try own["clock"].map { (part) throws(Wrong) in
                try part.quantity(.clockDrift, -50_000...50_000) * 1e-6
            }
        )
    }

    private func quirks(_ part: Part?, of profile: BoardProfile) throws(Wrong) -> Set<Quirk> {
        var quirks = profile.quirks
        guard let part else { return quirks }
        let known = Quirk.allCases.map { $0.rawValue }
        let fields = try Fields(part, known, "quirks")
        for name in fields.present(known) {
            guard let quirk = Quirk(rawValue: name) else { continue }
            if try fields.required(name).flag() {
                quirks.insert(quirk)
            } else {
                quirks.remove(quirk)
            }
        }
        return quirks
    }

    /// As a scenario invents it: the same for the same seed and name.
    private func address(_ part: Part?, of name: String) throws(Wrong) -> Address {
        guard let part else {
            var random = RandomStream(seed: simulation.seed, purpose: "address/\(name)")
            return Address(random.next() >> 16 | 0xC000_0000_0000)
        }
        guard let address = Address(try part.text()) else {
            throw part.wrong("this is no address; write six bytes: `E1:00:00:00:00:01`")
        }
        return address
    }

    private func body(_ fields: Fields) throws(Wrong) -> ScriptedBody {
        var pose: Pose?
        if let part = fields["pose"] {
            let own = try Fields(part, ["roll", "pitch", "yaw"], "pose")
            let limits = -360.0...360
            pose = Pose(
                orientation: Quaternion(
                    roll: try own.quantity("roll", .angle, limits, otherwise: 0),
                    pitch: try own.quantity("pitch", .angle, limits, otherwise: 0),
                    yaw: try own.quantity("yaw", .angle, limits, otherwise: 0)))
        }
        guard let motion = fields["motion"] else { return ScriptedBody(pose: pose ?? Pose()) }
        let moves = try Move.read(motion, isBeginning: pose == nil)
        do throws(MoveError) {
            return try ScriptedBody(moves, pose: pose)
        } catch {
            throw motion.wrong(error.problem)
        }
    }

    private func worldDistance() throws(Wrong) -> Double {
        guard let world else { return 1 }
        return try Fields(world, Self.worldKeys, "world").quantity(
            "distance", .length, 0.01...1000, otherwise: 1)
    }

    private func environment() throws(Wrong) -> SimpleEnvironment {
        let environment = SimpleEnvironment()
        environment.temperature = Course(22)
        environment.pressure = Course(101_325)
        environment.magneticField = Course(Vector3(0, 20, -44))
        guard let world else { return environment }
        let fields = try Fields(world, Self.worldKeys, "world")
        guard fields["pressure"] == nil || fields["altitude"] == nil else {
            throw world.wrong("`pressure` and `altitude` are both given; remove one of them")
        }
        for key in fields.present(Surroundings.keys) {
            try Surroundings(key, try fields.required(key)).apply(to: environment, at: .zero)
        }
        return environment
    }
}
