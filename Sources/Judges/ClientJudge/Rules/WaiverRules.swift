import Device
import Simulation

/// Findings about waivers themselves.
enum WaiverRules {
    static let expired = Rule(
        "JD-WAIVER-01", .error, "a waiver has expired", "guide, judging clients",
        why: "what it accepted still happens after its last day",
        fix: "fix the client, or extend the waiver with a new reason")
    static let unused = Rule(
        "JD-WAIVER-02", .note, "a waiver accepts nothing", "guide, judging clients",
        why: "what it accepted did not happen in this run",
        fix: "remove it if no other run needs it")
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
