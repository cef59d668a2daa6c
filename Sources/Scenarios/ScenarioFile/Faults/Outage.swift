import Simulation

/// For how long faults keep clients from their boards.
package enum Outage {
    /// Until a link that was cut is noticed, and there is another one: the supervision time-out, and a scan.
    static let afterLink = Nanoseconds.seconds(4)
    /// The same with the start of the firmware.
    static let afterReset = Nanoseconds.seconds(6)
    /// What lasts longer than this is for good.
    static let longest = Nanoseconds.seconds(86_400)

    /// The outages of a scenario's faults together; `isForGood` if one of them does not end.
    ///
    /// - Parameter duration: of the run. No outage is longer than what is left of it.
    package static func total(
        of faults: [Fault], in duration: Nanoseconds
    ) -> (time: Nanoseconds, isForGood: Bool) {
        var time = Nanoseconds.zero
        var isForGood = false
        for fault in faults {
            let count = fault.timing.count(until: .zero + duration)
            guard count > 0 else { continue }
            guard let outage = fault.kind.outage, outage < longest else {
                isForGood = true
                time = duration
                continue
            }
            // No more of them than fit into the run, so that nothing overflows.
            let most = duration.count / max(outage.count, 1) + 1
            time = min(duration, time + outage * min(Int64(count), most))
        }
        return (time, isForGood)
    }
}
