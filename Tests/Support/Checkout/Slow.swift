import Foundation
import Testing

/// Whether only what is quick runs: `./boardsim test quick`.
package let isQuick = ProcessInfo.processInfo.environment["BOARDSIM_QUICK"] != nil

extension Trait where Self == ConditionTrait {
    /// A test or a suite that takes seconds, because it lives in real time, tries many random inputs or
    /// runs many worlds: `./boardsim test quick` leaves it out.
    package static var slow: Self { .disabled(if: isQuick, "`./boardsim test` runs it") }
}
