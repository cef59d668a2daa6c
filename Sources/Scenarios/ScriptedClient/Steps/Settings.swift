import Bluetooth
import Declaration
import Simulation
import YAML

extension Step {
    /// Writes settings of module 0x11.
    package struct Settings: CommandStep {
        package static let title = "settings"
        package static let about =
            "Writes settings of module 0x11. They are lost at a reset unless a macro writes them"
            + " again."
            + " Name and advertising settings take effect the next time the board starts"
            + " advertising."
        package static let example = """
            - settings: {name: Left wrist, tx-power: -8 dBm}
            - settings: {advertising: {interval: 1 s}, connection: {min: 7.5 ms, max: 15 ms}}
            """

        package var name: String?
        package var advertising: AdvertisingSettings?
        package var txPower: Quantity<Power>?
        package var scanResponse: Bytes?
        package var connection: ConnectionSettings?
        package var whitelist: Whitelist?
        package var isRegulatorOn: Bool?
        package var isOneMegabitForced: Bool?
        package var isAdvertisingStarted = false

        package static let keys = Keys(Self()) { keys in
            let alone = "unchanged"
            keys.optional(
                \.name, "name", otherwise: alone,
                "The device name: 1 to 26 ASCII letters, digits, `_`, `-` or spaces.")
            keys.optional(
                \.advertising, "advertising", otherwise: alone, "The advertising settings.")
            keys.optional(
                \.txPower, "tx-power", in: .dBm(-40)...(.dBm(4)), otherwise: alone,
                "The transmit power: 4, 0, -4, -8, -12, -16, -20, -30 or -40 dBm.")
            keys.optional(
                \.scanResponse, "scan-response", otherwise: alone,
                "The scan response, at most 31 bytes.")
            keys.optional(
                \.connection, "connection", otherwise: alone,
                "The connection parameters that the board requests.")
            keys.optional(
                \.whitelist, "whitelist", otherwise: alone, "The devices that may connect.")
            keys.optional(
                \.isRegulatorOn, "regulator", otherwise: alone, "Whether the 3 V regulator runs.")
            keys.optional(
                \.isOneMegabitForced, "force-1m", otherwise: alone,
                "Whether only the 1M PHY is used.")
            keys.optional(
                \.isAdvertisingStarted, "start-advertising",
                "Whether the board is told to start advertising with the new settings.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            if let name {
                let allowed = name.utf8.allSatisfy { byte in
                    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                        || (0x61...0x7A).contains(byte) || [0x20, 0x2D, 0x5F].contains(byte)
                }
                if name.isEmpty || name.utf8.count > 26 || !allowed {
                    reader.fail(
                        "`\(name)` is not a valid board name", at: mark,
                        fix: "use at most 26 letters, digits, `_`, `-` and spaces")
                }
            }
            if let txPower, !Self.powers.contains(txPower.dBm) {
                reader.fail(
                    "\(txPower.text) is not a valid transmit power", at: mark,
                    fix: "choose 4, 0, -4, -8, -12, -16, -20, -30 or -40 dBm")
            }
            if let scanResponse, scanResponse.bytes.count > 31 {
                reader.fail(
                    "a scan response has at most 31 bytes", at: mark,
                    fix: "remove \(scanResponse.bytes.count - 31)")
            }
        }

        /// In dBm (protocol, core 8, register 03).
        private static let powers: [Double] = [4, 0, -4, -8, -12, -16, -20, -30, -40]

        func modules(_ session: HostSession) -> [UInt8] { [0x11] }

        /// What it writes, in the order of the registers (protocol, core 8).
        func commands(_ session: HostSession) throws(StepFailure) -> [[UInt8]] {
            let revision = session.revision(of: 0x11)
            var packets: [[UInt8]] = []
            func need(_ least: UInt8, _ what: String) throws(StepFailure) {
                if revision < least {
                    throw StepFailure("revision \(revision) of the settings has no \(what)")
                }
            }
            if let name { packets.append([0x11, 0x01] + Array(name.utf8)) }
            if let advertising { packets.append(advertising.command(revision: revision)) }
            if let txPower {
                packets.append([
                    0x11, 0x03, UInt8(bitPattern: Int8(clamping: Int(txPower.dBm.rounded()))),
                ])
            }
            if let bytes = scanResponse?.bytes {
                // Beyond 18 bytes the first 13 go ahead.
                if bytes.count > 18 { packets.append([0x11, 0x08] + bytes.prefix(13)) }
                packets.append(
                    [0x11, 0x07] + (bytes.count > 18 ? Array(bytes.dropFirst(13)) : bytes))
            }
            if let connection {
                try need(1, "connection parameters")
                packets.append(connection.command)
            }
            if let whitelist {
                try need(6, "whitelist")
                packets += whitelist.commands
            }
            if let isRegulatorOn {
                try need(9, "3 V regulator")
                packets.append([0x11, 0x1C, isRegulatorOn ? 1 : 0])
            }
            if let isOneMegabitForced {
                try need(10, "choice of the PHY")
                packets.append([0x11, 0x1D, isOneMegabitForced ? 1 : 0])
            }
            if isAdvertisingStarted { packets.append([0x11, 0x05]) }
            return packets
        }
    }

    /// How a board advertises.
    package struct AdvertisingSettings: Section {
        package static let title = "advertising settings"
        package static let about = "Register 02 of module 0x11."

        package var interval = Nanoseconds.microseconds(417_500)
        package var timeout = Nanoseconds.zero
        package var isDirected = false

        package static let keys = Keys(Self()) { keys in
            keys.optional(
                \.interval, "interval", in: .milliseconds(20)...(.microseconds(10_240_000)),
                principal: true, "The advertising interval.")
            keys.optional(
                \.timeout, "timeout", in: .zero...(.seconds(180)),
                "How long it advertises, in whole seconds; 0 s for no limit.")
            keys.optional(
                \.isDirected, "directed", "Whether advertising is directed at one known client.")
        }
    }

    package struct ConnectionSettings: Section {
        package static let title = "connection settings"
        package static let about =
            "Register 09 of module 0x11: the board requests new connection parameters."

        package var shortest = Nanoseconds.microseconds(7_500)
        package var longest = Nanoseconds.microseconds(11_250)
        package var latency = 0
        package var timeout = Nanoseconds.seconds(6)

        package static let keys = Keys(Self()) { keys in
            let intervals = Nanoseconds.microseconds(7_500)...Nanoseconds.seconds(4)
            keys.optional(\.shortest, "min", in: intervals, "Shortest interval.")
            keys.optional(\.longest, "max", in: intervals, "Longest interval.")
            keys.optional(
                \.latency, "latency", in: 0...1000, "How many connection events the board may skip."
            )
            keys.optional(
                \.timeout, "timeout", in: .milliseconds(100)...(.seconds(32)),
                "The supervision timeout: the link is lost after this long without a packet.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            guard shortest > longest else { return }
            reader.fail("`min` is longer than `max`", at: mark, fix: "swap them")
        }
    }

    /// The devices that may connect.
    package struct Whitelist: Section {
        package static let title = "whitelist"
        package static let about = "Registers 13 and 14 of module 0x11."

        /// What is refused to devices that are not listed.
        package enum Mode: String, Choice, CaseIterable {
            package static let title = "whitelist mode"
            case any
            case scanRequests = "scan-requests"
            case connections
            case both

            package var about: String {
                switch self {
                case .any: "Nothing."
                case .scanRequests: "Scan responses."
                case .connections: "Connections."
                case .both: "Both."
                }
            }

            var code: UInt8 { UInt8(clamping: Self.allCases.firstIndex(of: self) ?? 0) }
        }

        package var mode = Mode.any
        package var addresses: [Address] = []

        package static let keys = Keys(Self()) { keys in
            keys.required(
                \.mode, "mode", principal: true, "What is refused to devices that are not listed.")
            keys.list(\.addresses, "addresses", count: 0...8, "The devices on the whitelist.")
        }
    }
}

extension Step.AdvertisingSettings {
    /// In 0.625 ms since revision 1, in milliseconds before; with a type since revision 6.
    fileprivate func command(revision: UInt8) -> [UInt8] {
        let units = Int(clamping: interval.count / (revision >= 1 ? 625_000 : 1_000_000))
        let seconds = UInt8(clamping: timeout.count / 1_000_000_000)
        return [0x11, 0x02] + LittleEndian.word(units) + [seconds]
            + (revision >= 6 ? [isDirected ? 1 : 0] : [])
    }
}

extension Step.ConnectionSettings {
    /// Intervals in 1.25 ms, the timeout in 10 ms.
    fileprivate var command: [UInt8] {
        [0x11, 0x09] + LittleEndian.word(Int(clamping: shortest.count / 1_250_000))
            + LittleEndian.word(Int(clamping: longest.count / 1_250_000))
            + LittleEndian.word(latency)
            + LittleEndian.word(Int(clamping: timeout.count / 10_000_000))
    }
}

extension Step.Whitelist {
    /// The addresses from index 1 on, then the mode.
    fileprivate var commands: [[UInt8]] {
        addresses.enumerated().map { index, address in
            [0x11, 0x14, UInt8(clamping: index + 1), 0x01] + address.littleEndian
        } + [[0x11, 0x13, mode.code]]
    }
}
