import JSON
import Simulation

extension WorldOutcome: JSONFields {
    package static var blank: Self { Self() }

    /// Its fields, also in an object that has others, too.
    package mutating func fields(_ c: inout some JSONCoder) {
        c(&failure, "failure")
        c.unlessEmpty(&breaches, "breaches")
        c(&problem, "problem")
        c.unlessEmpty(&points, "points")
        c.optional(
            &meanings, "meanings", otherwise: [:], write: { $0.isEmpty ? nil : $0 }, read: { $0 })
        c.unlessEmpty(&unreached, "unreached")
        c.required(
            &duration, "nanoseconds", write: { Int($0.count) }, read: { Nanoseconds(Int64($0)) })
    }
}

extension WorldOutcome.Failure: JSONFields {
    package static var blank: Self { Self(what: "", lastRight: "") }

    package mutating func fields(_ c: inout some JSONCoder) {
        c(&what, "what")
        c.unlessEmpty(&lastRight, "lastRight")
        c(&isHang, "hangs")
        c(&isInformed, "isInformed")
        c.unlessEmpty(&place, "place")
    }
}

extension WorldOutcome.Breach: JSONFields {
    package static var blank: Self { Self(key: "", failure: .blank) }

    package mutating func fields(_ c: inout some JSONCoder) {
        c(&key, "key")
        c(&failure, "failure")
    }
}
