import Device
import Simulation

/// What waivers themselves may have wrong.
enum WaiverRules {
    static let expired = Rule(
        "JD-WAIVER-01", .error, "a waiver has expired", "guide, judging clients",
        why: "what it accepted for a while still happens after its day",
        mend: "mend the client, or give the waiver another day and a reason for it")
    static let unused = Rule(
        "JD-WAIVER-02", .note, "a waiver accepts nothing", "guide, judging clients",
        why: "what it accepted did not happen in this run",
        mend: "remove it, if no other run needs it")
    static let rules = [expired, unused]

    static func finding(_ rule: Rule, _ waiver: Waiver, at time: Instant) -> Finding {
        let place = waiver.place.isEmpty ? "" : "\(waiver.place): "
        return Finding(
            rule: rule, board: waiver.board ?? "any board", connection: 0, source: .host,
            module: waiver.module, register: waiver.register, packet: [], words: "",
            detail: "\(place)\(waiver.rule) until \(waiver.expires): \(waiver.reason)", count: 1,
            first: time, last: time)
    }
}
