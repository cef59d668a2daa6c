import Device
import JSON
import MetaWearBoard
import MetaWearTables
import Motion
import Peripheral
import Simulation

/// Something that is done to a board: an entry of a scenario's `inputs` or `faults` without its
/// time, such as `{"button": "press"}`. Read first, so that a wrong one changes nothing.
struct Action {
    static let keys =
        [
            "button", "gpio", "charger", "battery", "power", "motion", "path", "resume",
            "link-loss", "range", "interference", "reset", "brown-out", "stuck-sensor",
            "flash-full", "mute-module", "slow-module",
        ] + Surroundings.keys
    /// Those of scenarios that the module does not have.
    static let missing = ["lose-packet", "double-packet", "refuse-request", "upon"]

    let act: () -> Void

    init(_ part: Part, on board: DeskBoard, of desk: Desk) throws(Wrong) {
        let fields: Fields
        // A word alone is a key without a value.
        if case .string(let word) = part.value {
            fields = try Fields(
                Part(value: .object([(word, .object([]))]), place: part.place), Self.keys, "action")
        } else {
            if case .object(let entries) = part.value, let first = entries.first,
                Self.missing.contains(first.0)
            {
                throw part.wrong("only the native program has the fault `\(first.0)`; remove it")
            }
            fields = try Fields(part, Self.keys, "action")
        }
        let (key, value) = try fields.only(of: Self.keys, "action")
        act = try Self.act(key, value, board, desk)
    }

    private static func act(
        _ key: String, _ part: Part, _ board: DeskBoard, _ desk: Desk
    ) throws(Wrong) -> () -> Void {
        switch key {
        case "button": return try button(part, board, desk)
        case "gpio": return try gpio(part, board)
        case "charger":
            guard let metawear = board.metawear else { throw lacks(part, board, "charger") }
            let connects = try part.choice(["connect", "disconnect"], "charger input") == "connect"
            return { metawear.setCharger(connected: connects) }
        case "battery": return try battery(part, board, desk)
        case "power":
            let cuts = try part.choice(["cut", "restore"], "power input") == "cut"
            return { cuts ? board.cutSupply() : board.restoreSupply() }
        case "motion":
            let fields = try Fields(part, ["moves"], principal: "moves", "motion")
            let moves = try Move.read(try fields.required("moves"))
            // They were checked.
            return { try? board.body.begin(moves, from: desk.now) }
        case "path": return try path(part, board, desk)
        case "resume":
            _ = try part.choice(["motion"], "resumption")
            return { board.body.rejoin(from: desk.now) }
        case _ where Surroundings.keys.contains(key):
            let change = try Surroundings(key, part)
            return { change.apply(to: board.environment, at: desk.now) }
        default: return try fault(key, part, board, desk)
        }
    }

    static func lacks(_ part: Part, _ board: DeskBoard, _ what: String) -> Wrong {
        part.wrong("\(board.device.name), a \(board.device.modelName), has no \(what)")
    }

    private static func button(
        _ part: Part, _ board: DeskBoard, _ desk: Desk
    ) throws(Wrong) -> () -> Void {
        let fields = try Fields(part, ["action", "for"], principal: "action", "button")
        let action = try fields.required("action").choice(
            ["press", "release", "click"], "button action")
        let hold = try fields.duration(
            "for", .milliseconds(1)...(.seconds(3600 as Int64)), otherwise: .milliseconds(120))
        return {
            board.device.setButton(pressed: action != "release")
            if action == "click" {
                desk.timers.after(hold) { board.device.setButton(pressed: false) }
            }
        }
    }

    private static func gpio(_ part: Part, _ board: DeskBoard) throws(Wrong) -> () -> Void {
        guard let metawear = board.metawear else { throw lacks(part, board, "pins") }
        let fields = try Fields(part, ["pin", "level", "voltage"], "gpio")
        let pin = try fields.required("pin").whole(in: 0...15)
        let (key, value) = try fields.only(of: ["level", "voltage"], "level or voltage")
        var volts: Double?
        if key == "voltage" {
            volts = try value.quantity(.voltage, 0...3.6)
        } else {
            switch try value.choice(["high", "low", "open"], "level") {
            case "high": volts = metawear.logicVoltage
            case "low": volts = 0
            default: volts = nil
            }
        }
        return { metawear.setPin(pin, volts: volts) }
    }

    private static func battery(
        _ part: Part, _ board: DeskBoard, _ desk: Desk
    ) throws(Wrong) -> () -> Void {
        let fields = try Fields(part, ["to", "over"], principal: "to", "change of battery")
        let level = try fields.required("to").quantity(.ratio, 0...100)
        let over = try fields.duration("over", .zero...Dimension.longest, otherwise: .zero)
        return {
            // One percent at a time, as a fuel gauge counts.
            let start = board.device.batteryLevel
            board.change(
                .battery, over: over, steps: Int64(abs(level - start).rounded(.up)), desk.timers,
                from: desk.now
            ) { share in
                board.device.setBattery(level: share == 1 ? level : start + (level - start) * share)
            }
        }
    }

    private static func path(
        _ part: Part, _ board: DeskBoard, _ desk: Desk
    ) throws(Wrong) -> () -> Void {
        let fields = try Fields(part, ["goals"], principal: "goals", "path")
        var goals: [(after: Nanoseconds, position: Vector3?, orientation: Quaternion?)] = []
        for item in try fields.required("goals").list(1...100_000) {
            let goal = try Fields(item, ["after", "position", "orientation"], "goal")
            let after = try goal.duration("after", .zero...Dimension.longest, otherwise: .zero)
            guard goals.last.map({ $0.after < after }) ?? true else {
                throw item.wrong("this goal is not later than the one before it; set `after`")
            }
            goals.append(
                (
                    after, try goal["position"]?.triple(.length),
                    try goal["orientation"].map { (part) throws(Wrong) in
                        try Quaternion(reading: part)
                    }
                ))
        }
        return { [goals] in
            for goal in goals {
                let lead = {
                    board.body.guide(to: goal.position, goal.orientation, from: desk.now)
                }
                if goal.after == .zero { lead() } else { desk.timers.after(goal.after, lead) }
            }
        }
    }
}

extension DeskBoard {
    fileprivate func cutSupply() {
        isSupplyCut = true
        device.powerOff()
    }

    fileprivate func restoreSupply() {
        isSupplyCut = false
        if powerCuts == 0 { device.powerOn() }
    }
}
