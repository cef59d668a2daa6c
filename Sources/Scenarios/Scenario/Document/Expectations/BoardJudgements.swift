import Declaration
import YAML

package struct LogEntries: Section {
    package static let title = "log-entries"
    package static let about =
        "How many entries the board's log holds; an entry has 4 bytes of data."

    /// How many.
    package var count = Count()

    package static let keys = Keys(Self()) { keys in Count.declare(&keys, \.count, "entries") }

    package mutating func check(_ reader: Reader, at mark: Mark) { count.check(reader, at: mark) }
}

package struct ReadValue: Section {
    package static let title = "value read"
    package static let about = "What the client's last answer to a read was."
    package static let example = "read: {temperature: {channel: 1}, between: [21 degC, 23 degC]}"

    /// What was read.
    package var target = ReadTarget.battery(ReadTarget.Battery())
    package var between: [AnyQuantity] = []
    package var number: Int?
    package var atLeast: Int?
    package var atMost: Int?
    package var bytes: BytePattern?

    package static let keys = Keys(Self()) { keys in
        keys.exactlyOne(\.target)
        keys.list(
            \.between, "between", count: 0...2, otherwise: "not judged",
            "Smallest and largest value, with units.")
        keys.optional(
            \.number, "number", otherwise: "not judged", "The value, for what has no unit.")
        keys.optional(
            \.atLeast, "at-least", otherwise: "not judged",
            "The value at least, for what has no unit.")
        keys.optional(
            \.atMost, "at-most", otherwise: "not judged",
            "The value at most, for what has no unit.")
        keys.optional(
            \.bytes, "bytes", otherwise: "not judged",
            "The whole answer, for what is told in bytes.")
    }

    package mutating func check(_ reader: Reader, at mark: Mark) {
        if let dimension = target.dimension {
            guard between.count == 2 else {
                reader.fail(
                    "a smallest and a largest value are needed", at: mark,
                    mend: "add `between: [\(dimension.example), \(dimension.example)]`")
                return
            }
            for bound in between { bound.require(dimension, for: "this value", reader) }
            if between[0].value > between[1].value {
                reader.fail(
                    "nothing lies between \(between[0].text) and \(between[1].text)",
                    at: between[0].mark, mend: "swap them")
            }
        } else if let bound = between.first {
            reader.fail(
                "this value has no unit", at: bound.mark, mend: "write `number: 1` for `between`")
        } else if case .register = target, bytes == nil {
            reader.fail("the answer is not given", at: mark, mend: "add `bytes: \"11 8c ..\"`")
        } else if bytes == nil, number == nil, atLeast == nil, atMost == nil {
            reader.fail("the value is not given", at: mark, mend: "add `number: 1`")
        }
    }
}

package struct LEDState: Section {
    package static let title = "state of the LED"
    package static let about = "A time at which one colour of the LED is as bright as this."

    package var channel = Step.LED.Channel.green
    package var atLeast: Quantity<Ratio> = .percent(1)
    package var atMost: Quantity<Ratio> = .percent(100)

    package static let keys = Keys(Self()) { keys in
        keys.required(\.channel, "channel", principal: true, "Which colour.")
        keys.optional(
            \.atLeast, "at-least", in: .percent(0)...(.percent(100)), "Brightness at least.")
        keys.optional(\.atMost, "at-most", in: .percent(0)...(.percent(100)), "Brightness at most.")
    }

    package func check(_ reader: Reader, at mark: Mark) {
        guard atLeast > atMost else { return }
        reader.fail(
            "at least \(atLeast.text) and at most \(atMost.text) exclude each other", at: mark,
            mend: "swap them, or give both")
    }
}

package struct BoardState: Section {
    package static let title = "state of a board"
    package static let about =
        "A time at which the board does all of this at once; what is left out may be either way."

    package var logging: Bool?
    package var advertising: Bool?
    package var connected: Bool?
    package var haptic: Bool?
    package var powered: Bool?
    package var resets: Int?

    package static let keys = Keys(Self()) { keys in
        let either = "either way"
        keys.optional(\.logging, "logging", otherwise: either, "Whether the log is running.")
        keys.optional(\.advertising, "advertising", otherwise: either, "Whether it can be found.")
        keys.optional(\.connected, "connected", otherwise: either, "Whether a client is connected.")
        keys.optional(\.haptic, "haptic", otherwise: either, "Whether the motor or buzzer runs.")
        keys.optional(\.powered, "powered", otherwise: either, "Whether it has power.")
        keys.optional(
            \.resets, "resets", in: 0...Int.max, otherwise: "any number",
            "How often it has reset since the run began, brown-outs included.")
    }

    package func check(_ reader: Reader, at mark: Mark) {
        if logging == nil, advertising == nil, connected == nil, haptic == nil, powered == nil,
            resets == nil
        {
            reader.fail("no state is named", at: mark, mend: "add for example `logging: true`")
        }
    }
}
