import VeltoKit

extension VectorPlayer {
    /// Everything that a frame came to, by the names of the engine and by those of the files.
    static func frameFields(
        _ session: MotionSession, _ more: [String: Outcome] = [:]
    ) -> Outcome {
        let (input, debug) = (session.input, session.debug)
        var fields = inputFields(input)
        for child in Mirror(reflecting: debug).children {
            guard let name = child.label else { continue }
            switch child.value {
            case let value as Double: fields[name] = .number(value)
            case let value as Bool: fields[name] = .bool(value)
            case let value as Int: fields[name] = .integer(value)
            default: break
            }
        }
        let named: [String: Outcome] = [
            "raw": .number(debug.rawX), "offset": .number(debug.biasX),
            "offsetSet": .bool(debug.paddleOffsetLocked),
            "rawDelta": .number(debug.paddleRawDelta), "steer": .number(debug.paddleSteer),
            "dir": .text(debug.paddleDirection.rawValue),
            "paddleDirection": .text(debug.paddleDirection.rawValue),
            "atRest": .bool(session.output.paddleAtRest), "primed": .bool(input.gesturePrimed),
            "shot": .bool(input.shotTriggered), "throw": .bool(input.shotTriggered),
            "primary": .bool(input.primaryAction), "power": .number(input.throwPower),
            "isReceiving": .bool(session.isReceiving), "isConnected": .bool(session.isConnected),
        ]
        return .object(fields.merging(named) { $1 }.merging(more) { $1 })
    }

    /// Every field of an input by its name.
    static func inputFields(_ input: GameInput) -> [String: Outcome] {
        var fields: [String: Outcome] = [
            "didShoot": .bool(input.didShoot), "sensorsClick": .bool(input.sensors.click),
        ]
        for child in Mirror(reflecting: input).children {
            guard let name = child.label else { continue }
            switch child.value {
            case let value as Double: fields[name] = .number(value)
            case let value as Bool: fields[name] = .bool(value)
            case let value as PointerDirection: fields[name] = .text(value.rawValue)
            case let value as BLEMode: fields[name] = .text(value.rawValue)
            case let value as MotionSensors: fields[name] = .object(value.fields)
            default: break
            }
        }
        return fields
    }
}
