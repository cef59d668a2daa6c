import Device
import MetaWearBoard
import MetaWearTables
import Simulation

extension Action {
    private static let durations = Nanoseconds.milliseconds(1)...Dimension.longest

    /// What goes wrong.
    static func fault(
        _ key: String, _ part: Part, _ board: DeskBoard, _ desk: Desk
    ) throws(Wrong) -> () -> Void {
        let (words, act) = try read(key, part, board, desk)
        return {
            desk.note("fault: \(words)", by: board)
            act()
        }
    }

    private static func read(
        _ key: String, _ part: Part, _ board: DeskBoard, _ desk: Desk
    ) throws(Wrong) -> (words: String, act: () -> Void) {
        switch key {
        case "link-loss":
            let fields = try Fields(part, ["for"], principal: "for", key)
            let length = try fields.duration("for", durations, otherwise: .seconds(10 as Int64))
            return (key, { desk.interfere(with: board, loss: 1, for: length) })
        case "interference":
            let fields = try Fields(part, ["loss", "for"], key)
            let loss = try fields.required("loss").quantity(.ratio)
            let length = try fields.duration("for", durations, otherwise: .seconds(10 as Int64))
            return (
                "\(key) \(Dimension.text(loss)) %",
                { desk.interfere(with: board, loss: loss / 100, for: length) }
            )
        case "range":
            let fields = try Fields(part, ["distance", "over"], principal: "distance", key)
            let distance = try fields.required("distance").quantity(.length, 0.01...1000)
            let over = try fields.duration("over", .zero...Dimension.longest, otherwise: .zero)
            return (
                "\(key) \(Dimension.text(distance)) m",
                { desk.carry(board, to: distance, over: over) }
            )
        case "reset":
            _ = try Fields(part, [], key)
            return (key, { board.device.resetByPin() })
        case "brown-out":
            let fields = try Fields(part, ["for"], principal: "for", key)
            let length = try fields.duration("for", durations, otherwise: .seconds(1 as Int64))
            return (key, { desk.brownOut(board, for: length) })
        case "stuck-sensor": return try stuckSensor(part, board, desk)
        case "flash-full":
            guard let metawear = board.metawear else { throw lacks(part, board, "log") }
            let fields = try Fields(part, ["fraction"], principal: "fraction", key)
            let fill = try fields.quantity("fraction", .ratio, otherwise: 100)
            return (
                "\(key) \(Dimension.text(fill)) %", { metawear.fillRecording(to: fill / 100) }
            )
        default: return try module(key, part, board, desk)
        }
    }

    private static func stuckSensor(
        _ part: Part, _ board: DeskBoard, _ desk: Desk
    ) throws(Wrong) -> (words: String, act: () -> Void) {
        let fields = try Fields(part, ["sensor", "for"], principal: "sensor", "stuck-sensor")
        let name = try fields.required("sensor").choice(
            ["accelerometer", "gyroscope", "temperature"], "sensor")
        let sensor: Sensor =
            name == "accelerometer"
            ? .accelerometer : name == "gyroscope" ? .gyroscope : .thermometer
        let length = try fields["for"]?.duration(durations)
        return (
            "stuck-sensor \(name)",
            {
                board.device.setSensor(sensor, isStuck: true)
                guard let length else { return }
                desk.timers.after(length) { board.device.setSensor(sensor, isStuck: false) }
            }
        )
    }

    private static func module(
        _ key: String, _ part: Part, _ board: DeskBoard, _ desk: Desk
    ) throws(Wrong) -> (words: String, act: () -> Void) {
        guard let metawear = board.metawear else { throw lacks(part, board, "modules") }
        let isSlow = key == "slow-module"
        let fields = try Fields(
            part, isSlow ? ["module", "by", "for"] : ["module", "for"],
            principal: isSlow ? nil : "module", key)
        let known = MWModule.withOlder.map { $0.row.inScenarios }
        let name = try fields.required("module").choice(known, "module")
        let length = try fields["for"]?.duration(durations)
        var fault = ModuleFault.mute
        if isSlow {
            fault = .slow(
                try fields.required("by").duration(
                    .milliseconds(1)...(.seconds(600 as Int64))))
        }
        guard let module = MWModule.withOlder.first(where: { $0.row.inScenarios == name }) else {
            throw lacks(part, board, name)
        }
        return (
            "\(key) \(name)",
            { [fault] in
                metawear.setModule(module.rawValue, fault)
                guard let length else { return }
                desk.timers.after(length) {
                    metawear.setModule(module.rawValue, nil)
                    desk.note("\(name) works again", by: board)
                }
            }
        )
    }
}
