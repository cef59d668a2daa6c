import Declaration
import Simulation
import YAML

/// When something happens, and how often.
package struct Recurrence: Hashable, Sendable {
    /// The first time, since the run began.
    package var at = Nanoseconds.zero
    /// The time between occurrences; `nil` if it happens once.
    package var every: Nanoseconds?
    /// The number of occurrences; `nil` if it recurs until the run ends.
    package var times: Int?

    /// The keys of a section that has one.
    static func declare<S>(_ keys: inout Keys<S>, _ path: WritableKeyPath<S, Recurrence>) {
        keys.required(
            path.appending(path: \.at), "at", in: .zero...Nanoseconds.longest,
            "When it happens, in virtual time; with `every`, the first time.")
        keys.optional(
            path.appending(path: \.every), "every", in: .milliseconds(1)...Nanoseconds.longest,
            otherwise: "it happens once", "Repeats it: the time from one occurrence to the next.")
        keys.optional(
            path.appending(path: \.times), "times", in: 1...1_000_000,
            otherwise: "until the run ends", "How many times it happens, with `every`.")
    }

    /// Reports settings that are impossible.
    ///
    /// - Parameter length: how long each occurrence lasts; `nil` if it is permanent.
    func check(_ title: String, lasting length: Nanoseconds?, at mark: Mark, _ reader: Reader) {
        guard let every else {
            guard let times else { return }
            return reader.fail(
                "`times` is given without `every`",
                at: mark,
                fix: times == 1 ? "remove `times`" : "add for example `every: 10 s`")
        }
        if times != 1 {
            guard let length else {
                return reader.fail(
                    "this \(title) is permanent and cannot be repeated", at: mark,
                    fix: "limit its duration with `for`, or remove `every`")
            }
            if length >= every {
                return reader.fail(
                    "this \(title) lasts \(length.text), but is repeated every \(every.text)",
                    at: mark, fix: "use a longer `every` or a shorter duration")
            }
        }
        if at + every * Int64((times ?? 1) - 1) > .longest {
            reader.fail(
                "the last \(title) of \(times ?? 1) would be later than \(Nanoseconds.longest.text)",
                at: mark, fix: "use fewer `times` or a shorter `every`")
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
