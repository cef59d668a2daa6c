import JSON
import Sweep

/// The environment variables in which a program finds its world.
package enum ProgramVariables {
    /// - Parameters:
    ///   - radio: its address, as `--radio` has it.
    ///   - bus: the address of the bus that has BlueZ; nil for a radio of another kind.
    ///   - speed: times real time.
    ///   - values: the keys of the scenario that were set, and their values.
    package static func list(
        radio: String?, bus: String?, seed: UInt64, speed: String, values: [Replacement]
    ) -> [(name: String, value: String)] {
        var last: [String: String] = [:]
        for value in values { last["\(value.path)"] = value.value }
        let object = JSONValue.object(last.sorted { $0.key < $1.key }.map { ($0, .string($1)) })
        return [
            ("BOARDSIM_SEED", "\(seed)"), ("BOARDSIM_SPEED", speed),
            ("BOARDSIM_VALUES", object.line),
        ] + (radio.map { [("BOARDSIM_RADIO", $0)] } ?? [])
            + (bus.map { [("DBUS_SYSTEM_BUS_ADDRESS", $0)] } ?? [])
    }
}

extension RunSettings {
    func variables(
        radio: String?, bus: String?, seed: UInt64
    ) -> [(name: String, value: String)] {
        let speed = speed ?? 1
        let text =
            isLed ? "led" : speed == speed.rounded() ? "\(Int(speed))" : "\(speed)"
        return ProgramVariables.list(
            radio: radio, bus: bus, seed: seed, speed: text, values: sets)
    }
}
