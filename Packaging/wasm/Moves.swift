import Motion
import Simulation

/// The moves of a scenario, from JSON: `[{"turn": {"by": "90 deg", "for": "1 s"}}, {"rest": "1 s"}]`.
extension Move {
    private static let kinds = [
        "rest", "pause", "turn", "tilt", "swing", "shake", "tap", "walk", "lift", "throw",
        "free-fall", "spin", "vibration", "keyframes", "recording", "repeat", "together",
    ]
    private static let durations = Nanoseconds.milliseconds(1)...Dimension.longest

    /// - Throws: also for moves that cannot be made.
    static func read(
        _ part: Part, isBeginning: Bool = false
    ) throws(Wrong) -> [Move] {
        let moves = try read(list: part, 1...100_000, level: 0)
        guard moves.reduce(0, { $0 + $1.longest }) <= Dimension.longest.seconds,
            moves.reduce(0, { $0 + $1.count }) <= 1e6
        else {
            throw part.wrong(
                "the motion, with its repeats, is too long; keep it below a million moves and 400 d"
            )
        }
        do throws(MoveError) {
            try check(moves, isBeginning: isBeginning)
        } catch {
            throw Wrong(error.problem, at: part.place + error.place)
        }
        return moves
    }

    private static func read(
        list part: Part, _ count: ClosedRange<Int>, level: Int
    ) throws(Wrong) -> [Move] {
        var moves: [Move] = []
        for item in try part.list(count) {
            let fields = try Fields(item, kinds + ["blend"], "move")
            guard fields["blend"] == nil else {
                throw item.wrong("`blend` is for recordings, which need files; remove it")
            }
            let (key, value) = try fields.only(of: kinds, "move")
            moves.append(try read(key, value, level: level))
        }
        return moves
    }

    private static func read(_ key: String, _ part: Part, level: Int) throws(Wrong) -> Move {
        switch key {
        case "rest": return try rest(part)
        case "pause":
            let fields = try Fields(part, ["for"], principal: "for", key)
            return .rest(Rest(duration: try fields.required("for").duration(durations).seconds))
        case "turn": return try turn(part)
        case "tilt": return try tilt(part)
        case "swing": return try swing(part)
        case "shake": return try shake(part)
        case "tap": return try tap(part)
        case "walk": return try walk(part)
        case "lift":
            let fields = try Fields(part, ["by", "for"], principal: "by", key)
            return .lift(
                Lift(
                    height: try fields.required("by").quantity(.length, -100...100),
                    duration: try time(fields, .seconds(1 as Int64))))
        case "throw": return try `throw`(part)
        case "free-fall": return try freeFall(part)
        case "spin": return try spin(part)
        case "vibration": return try vibration(part)
        case "keyframes": return .keyframes(Keyframes(try frames(part)))
        case "repeat":
            let fields = try Fields(part, ["times", "moves"], key)
            return .repeat(
                try fields.required("times").whole(in: 1...1_000_000),
                try read(list: try fields.required("moves"), 1...10_000, level: level + 1))
        case "together":
            let fields = try Fields(part, ["moves"], principal: "moves", key)
            return .together(
                try read(list: try fields.required("moves"), 2...100, level: level + 1))
        default:
            throw part.wrong(
                "a recording is a file, which only the native program reads; write `keyframes`")
        }
    }

    private static func time(_ fields: Fields, _ otherwise: Nanoseconds) throws(Wrong) -> Double {
        try fields.duration("for", durations, otherwise: otherwise).seconds
    }

    /// In body axes, or in the world's for `vertical`.
    private static func axis(
        _ fields: Fields, _ key: String, _ otherwise: String
    ) throws(Wrong) -> (vector: Vector3, frame: AxisFrame) {
        let axis = try fields[key]?.choice(["x", "y", "z", "vertical"], "axis") ?? otherwise
        switch axis {
        case "x": return (Vector3(1, 0, 0), .body)
        case "y": return (Vector3(0, 1, 0), .body)
        case "z": return (Vector3(0, 0, 1), .body)
        default: return (Vector3(0, 0, 1), .world)
        }
    }

    private static func rest(_ part: Part) throws(Wrong) -> Move {
        let sides = [
            "face-up", "face-down", "left-up", "right-up", "top-up", "bottom-up", "as-it-is",
        ]
        let attitudes = [(0.0, 0.0), (0, 180), (0, 90), (0, -90), (90, 0), (-90, 0)]
        let fields = try Fields(part, ["facing", "for"], principal: "for", "rest")
        let seconds = try fields.required("for").duration(durations).seconds
        let side = try fields["facing"]?.choice(sides, "side") ?? "as-it-is"
        guard let place = sides.firstIndex(of: side), place < attitudes.count else {
            return .rest(Rest(duration: seconds))
        }
        // The board turns for half a second and then rests.
        let turning = min(0.5, seconds)
        let (pitch, roll) = attitudes[place]
        return .sequence([
            .tilt(Tilt(pitch: pitch * .pi / 180, roll: roll * .pi / 180, duration: turning)),
            .rest(Rest(duration: seconds - turning)),
        ])
    }

    private static func turn(_ part: Part) throws(Wrong) -> Move {
        let fields = try Fields(part, ["by", "about", "for"], principal: "by", "turn")
        let axis = try axis(fields, "about", "z")
        return .turn(
            Turn(
                angle: radians(try fields.required("by").quantity(.angle, -36_000...36_000)),
                axis: axis.vector, frame: axis.frame,
                duration: try time(fields, .seconds(1 as Int64))))
    }

    private static func tilt(_ part: Part) throws(Wrong) -> Move {
        let fields = try Fields(part, ["to", "towards", "for"], principal: "to", "tilt")
        let angle = radians(try fields.required("to").quantity(.angle, -180...180))
        let seconds = try time(fields, .seconds(1 as Int64))
        let known = ["left", "right", "forward", "back"]
        switch try fields["towards"]?.choice(known, "direction") ?? "right" {
        case "right": return .tilt(Tilt(roll: angle, duration: seconds))
        case "left": return .tilt(Tilt(roll: -angle, duration: seconds))
        case "forward": return .tilt(Tilt(pitch: -angle, duration: seconds))
        default: return .tilt(Tilt(pitch: angle, duration: seconds))
        }
    }

    private static func swing(_ part: Part) throws(Wrong) -> Move {
        let fields = try Fields(
            part, ["by", "period", "arm", "about", "for"], principal: "for", "swing")
        let axis = try axis(fields, "about", "x")
        let frequency =
            1
            / (try fields.duration(
                "period", .milliseconds(50)...(.seconds(60 as Int64)),
                otherwise: .milliseconds(1200)
            ).seconds)
        return .swing(
            Swing(
                amplitude: radians(try fields.quantity("by", .angle, 0...175, otherwise: 40)),
                frequency: frequency, axis: axis.vector, frame: axis.frame,
                cycles: try time(fields, .seconds(5 as Int64)) * frequency,
                radius: try fields.quantity("arm", .length, 0...10, otherwise: 0.6)))
    }

    private static func shake(_ part: Part) throws(Wrong) -> Move {
        let fields = try Fields(
            part, ["rate", "amplitude", "along", "for"], principal: "for", "shake")
        let axis = try axis(fields, "along", "x")
        return .shake(
            Shake(
                amplitude: try fields.quantity("amplitude", .length, 0...1, otherwise: 0.05),
                frequency: try fields.quantity("rate", .frequency, 0.1...50, otherwise: 4),
                axis: axis.vector, frame: axis.frame,
                duration: try time(fields, .seconds(2 as Int64))))
    }

    private static func tap(_ part: Part) throws(Wrong) -> Move {
        let fields = try Fields(part, ["strength", "times", "every", "width", "along"], "tap")
        let axis = try axis(fields, "along", "z")
        let tap = Tap(
            peak: try fields.quantity("strength", .acceleration, 0.1...100, otherwise: 3),
            width: try fields.duration(
                "width", .milliseconds(1)...(.milliseconds(200)), otherwise: .milliseconds(12)
            ).seconds,
            direction: axis.vector, frame: axis.frame,
            count: try fields["times"]?.whole(in: 1...1000) ?? 1,
            spacing: try fields.duration(
                "every", .milliseconds(20)...(.seconds(60 as Int64)), otherwise: .milliseconds(200)
            ).seconds)
        return .tap(tap)
    }

    private static func walk(_ part: Part) throws(Wrong) -> Move {
        let fields = try Fields(
            part, ["speed", "cadence", "bounce", "for"], principal: "for", "walk")
        let speed = try fields.quantity("speed", .speed, 0.1...4, otherwise: 1.3)
        let cadence = try fields.quantity("cadence", .frequency, 0.5...5, otherwise: 1.8)
        let steps = (cadence * (try time(fields, .seconds(10 as Int64)))).rounded()
        return .walk(
            Walk(
                cadence: cadence, steps: max(1, Int(steps)), stepLength: speed / cadence,
                bounce: try fields.quantity("bounce", .length, 0...0.3, otherwise: 0.04)))
    }

    private static func `throw`(_ part: Part) throws(Wrong) -> Move {
        let fields = try Fields(part, ["speed", "spin", "push"], principal: "speed", "throw")
        let push = try fields.duration(
            "push", .milliseconds(10)...(.seconds(5 as Int64)), otherwise: .milliseconds(250)
        ).seconds
        return .throw(
            Throw(
                speed: try fields.required("speed").quantity(.speed, 0.1...50),
                spin: radians(try fields.quantity("spin", .angularRate, 0...5000, otherwise: 0)),
                pushDuration: push, catchDuration: push))
    }

    private static func freeFall(_ part: Part) throws(Wrong) -> Move {
        let fields = try Fields(part, ["from", "landing"], principal: "from", "free-fall")
        let landing = try fields["landing"]?.choice(["soft", "hard"], "landing") ?? "soft"
        let fall = FreeFall(
            height: try fields.required("from").quantity(.length, 0.01...1000),
            landing: landing == "soft" ? 0.08 : 0.004)
        return .freeFall(fall)
    }

    private static func spin(_ part: Part) throws(Wrong) -> Move {
        let fields = try Fields(part, ["rate", "about", "ramp", "for"], principal: "rate", "spin")
        let axis = try axis(fields, "about", "z")
        let ramp = try fields.duration(
            "ramp", .milliseconds(1)...(.seconds(60 as Int64)), otherwise: .milliseconds(500)
        ).seconds
        return .spin(
            Spin(
                rate: radians(try fields.required("rate").quantity(.angularRate, -5000...5000)),
                axis: axis.vector, frame: axis.frame,
                duration: try time(fields, .seconds(5 as Int64)), ramp: ramp))
    }

    private static func vibration(_ part: Part) throws(Wrong) -> Move {
        let fields = try Fields(part, ["frequency", "amplitude", "along", "for"], "vibration")
        let axis = try axis(fields, "along", "z")
        return .vibration(
            Vibration(
                frequency: try fields.required("frequency").quantity(.frequency, 0.5...1000),
                peak: try fields.required("amplitude").quantity(.acceleration, 0...50),
                axis: axis.vector, frame: axis.frame,
                duration: try time(fields, .seconds(5 as Int64))))
    }

    private static func frames(_ part: Part) throws(Wrong) -> [Keyframes.Frame] {
        let fields = try Fields(part, ["frames"], principal: "frames", "keyframes")
        var frames: [Keyframes.Frame] = []
        for item in try fields.required("frames").list(1...100_000) {
            let frame = try Fields(item, ["at", "position", "orientation"], "keyframe")
            frames.append(
                Keyframes.Frame(
                    time: try frame.required("at").duration(.zero...Dimension.longest).seconds,
                    position: try frame["position"]?.triple(.length),
                    orientation: try frame["orientation"].map { (part) throws(Wrong) in
                        try Quaternion(reading: part)
                    }))
        }
        return frames
    }

    private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
}

/// Before anything is done with them: floating point cannot overflow.
extension Move {
    /// Its longest duration in seconds, with repeats expanded.
    fileprivate var longest: Double {
        switch self {
        case .rest(let move): move.duration
        case .turn(let move): move.duration
        case .tilt(let move): move.duration
        case .swing(let move): move.cycles / move.frequency
        case .shake(let move): move.duration
        case .tap(let move): move.spacing * Double(move.count)
        case .walk(let move): Double(move.steps) / move.cadence
        case .lift(let move): move.duration
        case .throw(let move): move.pushDuration + move.catchDuration + 11
        case .freeFall: 15
        case .spin(let move): move.duration
        case .vibration(let move): move.duration
        case .keyframes(let move): move.frames.last?.time ?? 0
        case .sequence(let moves), .together(let moves): moves.reduce(0) { $0 + $1.longest }
        case .repeat(let times, let moves): moves.reduce(0) { $0 + $1.longest } * Double(times)
        // Requests have no others.
        default: 0
        }
    }

    /// The number of moves, with repeats expanded.
    fileprivate var count: Double {
        switch self {
        case .sequence(let moves), .together(let moves): moves.reduce(1) { $0 + $1.count }
        case .repeat(let times, let moves):
            1 + moves.reduce(0) { $0 + $1.count } * Double(times)
        default: 1
        }
    }
}

extension Quaternion {
    /// Degrees of roll about the world's x first, pitch about its y, yaw about its z last.
    init(roll: Double, pitch: Double, yaw: Double) {
        self =
            Quaternion(angle: yaw * .pi / 180, axis: .zAxis)
            * Quaternion(angle: pitch * .pi / 180, axis: .yAxis)
            * Quaternion(angle: roll * .pi / 180, axis: .xAxis)
    }

    /// Roll, pitch and yaw: `["0 deg", "30 deg", "0 deg"]`.
    init(reading part: Part) throws(Wrong) {
        let angles = try part.triple(.angle)
        self.init(roll: angles.x, pitch: angles.y, yaw: angles.z)
    }
}
