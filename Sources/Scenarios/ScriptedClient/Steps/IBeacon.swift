import Bluetooth
import Declaration
import MetaWearProtocol
import Simulation
import YAML

extension Step {
    package struct IBeacon: CommandStep {
        package var isOn = true
        package var uuid: BluetoothUUID?
        package var major: Int?
        package var minor: Int?
        package var period: Nanoseconds?

        package static let keys = Keys(Self(), "ibeacon") { keys in
            keys.about =
                "Configures the board as an iBeacon; it advertises as one while no client is"
                + " connected."
            keys.optional(\.isOn, "enabled", principal: true, "Whether the board is an iBeacon.")
            keys.optional(
                \.uuid, "uuid", otherwise: "unchanged", "The proximity UUID, 128 bits.")
            keys.optional(
                \.major, "major", in: 0...65_535, otherwise: "unchanged",
                "The major number: the group.")
            keys.optional(
                \.minor, "minor", in: 0...65_535, otherwise: "unchanged",
                "The minor number: the beacon in the group.")
            keys.optional(
                \.period, "period", in: .milliseconds(20)...(.milliseconds(65_535)),
                otherwise: "unchanged", "The advertising interval.")
        }

        package mutating func check(_ reader: Reader, at mark: Mark) {
            guard case .short = uuid else { return }
            reader.fail(
                "an iBeacon's UUID must have 128 bits", at: mark,
                fix: "write for example `uuid: 326A9006-85CB-9195-D9DD-464CFBBAE75A`")
        }

        var words: String { isOn ? "ibeacon on" : "ibeacon off" }

        /// What is given, then on or off.
        func commands(_ session: HostSession) throws(StepFailure) -> [Packet] {
            var commands: [any HostCommand] = []
            if let uuid {
                commands.append(
                    try checked { () throws(MWError) in
                        try MWiBeacon.SetUUID(uuidBytes: uuid.littleEndian.reversed())
                    })
            }
            if let major { commands.append(MWiBeacon.SetMajor(UInt16(clamping: major))) }
            if let minor { commands.append(MWiBeacon.SetMinor(UInt16(clamping: minor))) }
            if let period {
                commands.append(MWiBeacon.SetPeriod(UInt16(clamping: period.wholeMilliseconds)))
            }
            commands.append(isOn ? MWiBeacon.Enable() : MWiBeacon.Disable())
            return commands.map(\.packet)
        }
    }
}
