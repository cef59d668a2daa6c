import Bluetooth
import Declaration
import Simulation
import YAML

extension Step {
    package struct IBeacon: CommandStep {
        package static let title = "ibeacon"
        package static let about =
            "Configures the board as an iBeacon; it advertises as one while no client is connected."

        package var isOn = true
        package var uuid: BluetoothUUID?
        package var major: Int?
        package var minor: Int?
        package var period: Nanoseconds?

        package static let keys = Keys(Self()) { keys in
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

        /// What is given, then on or off (protocol, core 8.1).
        func commands(_ session: HostSession) -> [[UInt8]] {
            var packets: [[UInt8]] = []
            if let uuid { packets.append([0x07, 0x02] + uuid.littleEndian) }
            if let major { packets.append([0x07, 0x03] + LittleEndian.word(major)) }
            if let minor { packets.append([0x07, 0x04] + LittleEndian.word(minor)) }
            if let period {
                packets.append(
                    [0x07, 0x07] + LittleEndian.word(LittleEndian.milliseconds(period.count)))
            }
            return packets + [[0x07, 0x01, isOn ? 1 : 0]]
        }
    }
}
