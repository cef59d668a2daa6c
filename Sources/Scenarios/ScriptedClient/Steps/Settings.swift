import Bluetooth
import Declaration
import MetaWearProtocol
import Simulation
import YAML

extension Step {
    /// Writes settings of module 0x11.
    package struct Settings: CommandStep {
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

        package static let keys = Keys(Self(), "settings") { keys in
            keys.about =
                "Writes settings of module 0x11. They are lost at a reset unless a macro writes"
                + " them again. Name and advertising settings take effect the next time the board"
                + " starts advertising."
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
                "Whether the board starts advertising with the new settings.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            if let name {
                if !MWSettings.isNameValid(name) {
                    reader.fail(
                        "`\(name)` is not a valid board name", at: mark,
                        fix: "use at most 26 letters, digits, `_`, `-` and spaces")
                }
            }
            if let txPower {
                reader.expect(
                    Self.powers.contains(txPower.dBm), txPower.text, isA: "transmit power",
                    choices: "4, 0, -4, -8, -12, -16, -20, -30 or -40 dBm", at: mark)
            }
            if let scanResponse, scanResponse.bytes.count > 31 {
                reader.fail(
                    "a scan response has at most 31 bytes", at: mark,
                    fix: "remove \(scanResponse.bytes.count - 31)")
            }
        }

        /// In dBm (protocol, core 8, register 03).
        private static let powers: [Double] = [4, 0, -4, -8, -12, -16, -20, -30, -40]

        func modules(_ session: HostSession) -> [MWModule] { [.settings] }

        /// What it writes, in the order of the registers.
        func commands(_ session: HostSession) throws(StepFailure) -> [Packet] {
            let revision = session.modules.revision(of: .settings)
            var packets: [Packet] = []
            func need(_ least: UInt8, _ what: String) throws(StepFailure) {
                if revision < least {
                    throw StepFailure("revision \(revision) of the settings has no \(what)")
                }
            }
            if let name { packets.append(MWSettings.SetDeviceName(name).packet) }
            if let advertising { packets.append(advertising.command(revision: revision)) }
            if let txPower {
                let power = Int8(clamping: Int(txPower.dBm.rounded()))
                packets.append(MWSettings.SetTXPower(dBm: power).packet)
            }
            if let bytes = scanResponse?.bytes {
                packets += MWSettings.SetScanResponse(bytes, limit: 18).packets
            }
            if let connection {
                try need(1, "connection parameters")
                packets.append(connection.command.packet)
            }
            if let whitelist {
                try need(6, "whitelist")
                packets += try whitelist.commands()
            }
            if let isRegulatorOn {
                try need(9, "3 V regulator")
                packets.append(MWSettings.SetThreeVoltPower(isRegulatorOn).packet)
            }
            if let isOneMegabitForced {
                try need(10, "choice of the PHY")
                packets.append(MWSettings.SetForce1MPhy(isOneMegabitForced).packet)
            }
            if isAdvertisingStarted { packets.append(MWSettings.StartAdvertising().packet) }
            return packets
        }
    }

    package struct AdvertisingSettings: Section {
        package var interval = Nanoseconds.microseconds(417_500)
        package var timeout = Nanoseconds.zero
        package var isDirected = false

        package static let keys = Keys(Self(), "advertising settings") { keys in
            keys.about = "Register 02 of module 0x11."
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
        package var shortest = Nanoseconds.microseconds(7_500)
        package var longest = Nanoseconds.microseconds(11_250)
        package var latency = 0
        package var timeout = Nanoseconds.seconds(6)

        package static let keys = Keys(Self(), "connection settings") { keys in
            keys.about = "Register 09 of module 0x11: the board requests new connection parameters."
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
        /// What is refused to devices that are not listed.
        package enum Mode: String, Choice {
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
        }

        package var mode = Mode.any
        package var addresses: [Address] = []

        package static let keys = Keys(Self(), "whitelist") { keys in
            keys.about = "Registers 13 and 14 of module 0x11."
            keys.required(
                \.mode, "mode", principal: true, "What is refused to devices that are not listed.")
            keys.list(\.addresses, "addresses", count: 0...8, "The devices on the whitelist.")
        }
    }
}

extension Step.AdvertisingSettings {
    /// With a type since revision 6.
    fileprivate func command(revision: UInt8) -> Packet {
        MWSettings.SetAdvertisingInterval(
            microseconds: interval.count / 1000,
            timeoutSec: UInt8(clamping: timeout.count / 1_000_000_000),
            adType: revision < 6
                ? nil : isDirected ? .connectableDirected : .connectableUndirected
        ).packet(revision: revision)
    }
}

extension Step.ConnectionSettings {
    fileprivate var command: MWSettings.SetConnectionParameters {
        MWSettings.SetConnectionParameters(
            minInterval: UInt16(clamping: shortest.count / 1_250_000),
            maxInterval: UInt16(clamping: longest.count / 1_250_000),
            latency: UInt16(clamping: latency),
            timeout: UInt16(clamping: timeout.count / 10_000_000))
    }
}

extension Step.Whitelist {
    /// The addresses from index 1 on, then the mode.
    fileprivate func commands() throws(StepFailure) -> [Packet] {
        var packets: [Packet] = []
        for (index, address) in addresses.enumerated() {
            let known = try checked { () throws(MWError) in
                try MWSettings.BluetoothAddress(type: .random, bytesLSBFirst: address.littleEndian)
            }
            packets.append(
                MWSettings.AddWhitelistAddress(index: UInt8(clamping: index + 1), address: known)
                    .packet)
        }
        return packets + [MWSettings.SetWhitelistFilterMode(mode.counterpart()).packet]
    }
}
