import MetaWearProtocol
import Simulation

/// Why a step of a scripted client failed, in words for the author of the script.
package struct StepFailure: Error, CustomStringConvertible {
    package var description: String
    package init(_ description: String) { self.description = description }
}

/// How an operation ended.
typealias Done<Value> = (Result<Value, StepFailure>) -> Void

/// How a step ended, with the text that the report adds to its title.
typealias StepDone = Done<String>

/// Continues when an operation has succeeded; its failure, or an error thrown by `next`, goes to
/// `done`.
func onSuccess<Value, Failure: Error, Other>(
    else done: @escaping Done<Other>, _ next: @escaping (Value) throws -> Void
) -> (Result<Value, Failure>) -> Void {
    { result in
        switch result {
        case .success(let value): attempt(else: done) { try next(value) }
        case .failure(let failure): done(.failure(StepFailure("\(failure)")))
        }
    }
}

/// Runs an action; an error that it throws goes to `done`.
func attempt<Other>(else done: Done<Other>, _ action: () throws -> Void) {
    do {
        try action()
    } catch {
        // Swift infers no typed throws for closures.
        done(.failure(error as? StepFailure ?? StepFailure("\(error)")))
    }
}

/// Makes a value of the protocol; its error becomes the failure of the step.
func checked<Value>(_ make: () throws(MWError) -> Value) throws(StepFailure) -> Value {
    do throws(MWError) {
        return try make()
    } catch {
        if case .operationFailed(let reason) = error { throw StepFailure(reason) }
        throw StepFailure("\(error)")
    }
}

extension Nanoseconds {
    /// Whole milliseconds, rounded down.
    var wholeMilliseconds: Int64 { count / 1_000_000 }
}

/// Passes on only the first of several results.
func first<Value>(_ done: @escaping Done<Value>) -> Done<Value> {
    var isOver = false
    return { result in
        guard !isOver else { return }
        isOver = true
        done(result)
    }
}

/// Runs an asynchronous action for one item after the other, and then `next`; the first failure
/// goes to `done`.
func inTurn<Item, Other>(
    _ items: [Item], from first: Int = 0, else done: @escaping Done<Other>,
    _ each: @escaping (Item, @escaping Done<Void>) -> Void,
    then next: @escaping () throws -> Void
) {
    guard first < items.count else { return attempt(else: done, next) }
    each(
        items[first],
        onSuccess(else: done) {
            inTurn(items, from: first + 1, else: done, each, then: next)
        })
}

/// An operation with a time limit: it ends with its result, or with a failure when time is up.
final class TimeLimit<Value> {
    private(set) var isOver = false
    private let timers: DelayedCalls
    private var timer: UInt64?
    private let done: Done<Value>

    /// - Parameter expired: called after `done` when time is up.
    init(
        _ limit: Nanoseconds, _ timers: DelayedCalls, _ failure: String,
        _ done: @escaping Done<Value>,
        expired: @escaping () -> Void = {}
    ) {
        self.timers = timers
        self.done = done
        timer = timers.after(limit) { [self] in
            isOver = true
            done(.failure(StepFailure(failure)))
            expired()
        }
    }

    func end(_ result: Result<Value, StepFailure>) {
        guard !isOver else { return }
        isOver = true
        if let timer { timers.cancel(timer) }
        done(result)
    }

    /// Drops results that arrive after the time limit.
    func unlessOver(_ next: @escaping Done<Void>) -> Done<Void> {
        { [self] result in if !isOver { next(result) } }
    }
}
