import Declaration
import Simulation
import YAML

/// When something happens: once, or again and again.
package struct Recurrence: Hashable, Sendable {
    /// The first time, since the run began.
    package var at = Nanoseconds.zero
    /// From one time to the next; `nil`: it happens once.
    package var every: Nanoseconds?
    /// How often; `nil`: as long as the run lasts, if it recurs.
    package var times: Int?

    init() {}

    /// The keys of a section that has one.
    static func declare<S>(_ keys: inout Keys<S>, _ path: WritableKeyPath<S, Recurrence>) {
        keys.required(
            path.appending(path: \.at), "at", in: .zero...Nanoseconds.longest,
            "When, in virtual time; the first time, with `every`.")
        keys.optional(
            path.appending(path: \.every), "every", in: .milliseconds(1)...Nanoseconds.longest,
            otherwise: "it happens once",
            "Again and again: from one time to the next.")
        keys.optional(
            path.appending(path: \.times), "times", in: 1...1_000_000,
            otherwise: "as long as the run lasts",
            "How often, with `every`.")
    }

    /// Complains about what cannot recur so.
    ///
    /// - Parameter length: how long it lasts each time; `nil`: for good.
    func check(_ title: String, lasting length: Nanoseconds?, at mark: Mark, _ reader: Reader) {
        guard let every else {
            guard let times else { return }
            return reader.fail(
                "`times` says how often, and nothing says how long it is from one to the next",
                at: mark,
                fix: times == 1 ? "leave `times` out" : "add for example `every: 10 s`")
        }
        if times != 1 {
            guard let length else {
                return reader.fail(
                    "this \(title) lasts for good, and cannot come again", at: mark,
                    fix: "say how long it lasts with `for`, or leave out `every`")
            }
            if length >= every {
                return reader.fail(
                    "this \(title) lasts \(length.text), and the next one comes after \(every.text)",
                    at: mark, fix: "give a longer `every`, or let it last less long")
            }
        }
        if at + every * Int64((times ?? 1) - 1) > .longest {
            reader.fail(
                "the last \(title) of \(times ?? 1) comes after more than \(Nanoseconds.longest.text)",
                at: mark, fix: "give fewer `times`, or a shorter `every`")
        }
    }
}

extension Recurrence {
    /// The time with this number, counted from 0; `nil` after the last.
    package func time(_ number: Int) -> Instant? {
        guard number < (every == nil ? 1 : times ?? .max) else { return nil }
        return .zero + at + (every ?? .zero) * Int64(number)
    }

    /// The last time; the first, if there is no last.
    package var last: Instant { time((times ?? 1) - 1) ?? .zero + at }

    /// How many are due by a time.
    package func count(until limit: Instant) -> Int {
        let span = limit - .zero - at
        guard span >= .zero else { return 0 }
        guard let every else { return 1 }
        return min(Int(span.count / every.count) + 1, times ?? .max)
    }
}
