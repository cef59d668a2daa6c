/// Commands of the settings: name, advertising, connection, power (protocol, core 8).
///
/// They last until the next restart unless a macro repeats them.
public enum MWSettings {
    /// Bytes of a name at most.
    public static let maxDeviceNameLength = 26

    /// Whether a name has 1 to 26 characters, all of them letters, digits, `_`, `-` or blanks of ASCII.
    public static func isNameValid(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= maxDeviceNameLength
            && name.utf8.allSatisfy(isNameByte)
    }

    /// Whether a byte of ASCII may be in a name.
    public static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
            UInt8(ascii: " "):
            true
        default: false
        }
    }

    /// Asks for the name.
    public static let readDeviceName = Packet.read(.settings, 0x01)

    /// Sets the name that the board advertises, from its next advertising on.
    public struct SetDeviceName: HostCommand {
        /// The name.
        public let name: String
        /// A name, which is cut after 26 bytes.
        public init(_ name: String) { self.name = name }
        /// - Throws: `MWError.operationFailed` for a name that `isNameValid` refuses.
        public init(validating name: String) throws(MWError) {
            guard isNameValid(name) else {
                throw .operationFailed(
                    "a name has 1 to 26 letters, digits, blanks, _ or -; \"\(name)\" has not")
            }
            self.name = name
        }
        /// `[11 01 name]`.
        public var packet: Packet {
            Packet(.settings, 0x01, Array(name.utf8.prefix(maxDeviceNameLength)))
        }
    }

    /// Transmit powers that boards have.
    public enum TXPower: Int8, CaseIterable, Sendable {
        case plus4 = 4
        case zero = 0
        case minus4 = -4
        case minus8 = -8
        case minus12 = -12
        case minus16 = -16
        case minus20 = -20
        case minus40 = -40
    }

    /// Sets the transmit power.
    public struct SetTXPower: HostCommand {
        /// dBm; a board takes the nearest that it has.
        public let level: Int8
        /// A power.
        public init(_ power: TXPower) { level = power.rawValue }
        /// A power.
        public init(power: TXPower) { level = power.rawValue }
        /// Any power in dBm.
        public init(dBm level: Int8) { self.level = level }
        /// `[11 03 power]`.
        public var packet: Packet { Packet(.settings, 0x03, [UInt8(bitPattern: level)]) }
    }

    /// Whom the advertisements are for.
    public enum BleAdType: UInt8, Sendable { case connectableUndirected, connectableDirected }

    /// Sets how often and how long the board advertises.
    public struct SetAdvertisingInterval: HostCommand {
        /// ms; 40,959 at most.
        public let intervalMs: UInt16
        /// Seconds, 0 for ever.
        public let timeoutSec: UInt8
        /// Whom they are for; nil for module revisions below 6, which do not know it.
        public let adType: BleAdType?
        /// The interval in steps of 0.625 ms.
        let steps: UInt16
        /// An interval; one beyond 40,959 ms counts as 40,959 ms.
        public init(intervalMs: UInt16 = 417, timeoutSec: UInt8 = 0, adType: BleAdType? = nil) {
            self.init(
                microseconds: Int64(min(40_959, intervalMs)) * 1000, timeoutSec: timeoutSec,
                adType: adType)
        }
        /// An interval that need not be whole milliseconds; one beyond 40,959 ms counts as 40,959 ms.
        public init(microseconds: Int64, timeoutSec: UInt8, adType: BleAdType?) {
            intervalMs = UInt16(min(40_959, max(0, microseconds / 1000)))
            steps = UInt16(clamping: microseconds / 625)
            self.timeoutSec = timeoutSec
            self.adType = adType
        }
        /// `[11 02 interval timeout (type)]`, the interval in steps of 0.625 ms.
        public var packet: Packet { packet(revision: 1) }

        /// - Parameter revision: of the settings module; at 0 the interval goes out in ms.
        public func packet(revision: UInt8) -> Packet {
            Packet(
                .settings, 0x02,
                (revision >= 1 ? steps : intervalMs).littleEndianBytes + [timeoutSec]
                    + (adType.map { [$0.rawValue] } ?? []))
        }
    }

    /// Advertises at once, with the present settings.
    public struct StartAdvertising: HostCommand {
        /// The command has no choices.
        public init() {}
        /// `[11 05]`.
        public var packet: Packet { Packet(.settings, 0x05) }
    }

    /// Has the board ask the host for other connection parameters; from module revision 1 on.
    public struct SetConnectionParameters: HostCommand {
        /// Steps of 1.25 ms, 6 to 3200.
        public let minInterval: UInt16
        /// Steps of 1.25 ms, 6 to 3200.
        public let maxInterval: UInt16
        /// Connection events that the board may sleep through, 0 to 1000.
        public let latency: UInt16
        /// Steps of 10 ms, 10 to 3200.
        public let timeout: UInt16
        /// Parameters.
        public init(
            minInterval: UInt16 = 6, maxInterval: UInt16 = 24, latency: UInt16 = 0,
            timeout: UInt16 = 500
        ) {
            self.minInterval = minInterval
            self.maxInterval = maxInterval
            self.latency = latency
            self.timeout = timeout
        }
        /// 7.5 ms, always.
        public static var lowLatency: SetConnectionParameters {
            SetConnectionParameters(minInterval: 6, maxInterval: 6, latency: 0, timeout: 200)
        }
        /// 30 ms.
        public static var balanced: SetConnectionParameters {
            SetConnectionParameters(minInterval: 24, maxInterval: 24, latency: 0, timeout: 500)
        }
        /// 100 to 125 ms, and the board may sleep through four events.
        public static var powerSaving: SetConnectionParameters {
            SetConnectionParameters(minInterval: 80, maxInterval: 100, latency: 4, timeout: 600)
        }
        /// `[11 09 min max latency timeout]`.
        public var packet: Packet {
            Packet(
                .settings, 0x09,
                [minInterval, maxInterval, latency, timeout].flatMap(\.littleEndianBytes))
        }
    }

    /// Sets what the board answers to a scan request.
    public struct SetScanResponse: HostCommandSequence {
        /// Bytes of the first of two packets.
        public static let firstPart = 13
        /// Up to 31 bytes.
        public let payload: [UInt8]
        /// Longer responses are split.
        public let limit: Int
        /// A response.
        ///
        /// - Parameter limit: bytes that go out in one packet; 13 as the Swift SDK has it, 18 as the C++ SDK.
        public init(_ payload: [UInt8], limit: Int = firstPart) {
            self.payload = payload
            self.limit = limit
        }
        /// `[11 07 …]`, or `[11 08 …]` with the first 13 bytes and `[11 07 …]` with the rest.
        public var packets: [Packet] {
            guard payload.count > limit else { return [Packet(.settings, 0x07, payload)] }
            return [
                Packet(.settings, 0x08, Array(payload.prefix(Self.firstPart))),
                Packet(.settings, 0x07, Array(payload.dropFirst(Self.firstPart))),
            ]
        }
    }

    /// Whom the board answers and lets connect; from module revision 6 on.
    public enum WhitelistFilterMode: UInt8, CaseIterable, Sendable {
        case allowFromAny, scanRequestsOnly, connectionRequestsOnly, scanAndConnectionRequests
    }

    /// Sets whom the board answers and lets connect.
    public struct SetWhitelistFilterMode: HostCommand {
        /// What is filtered.
        public let mode: WhitelistFilterMode
        /// What is filtered.
        public init(_ mode: WhitelistFilterMode) { self.mode = mode }
        /// `[11 13 mode]`.
        public var packet: Packet { Packet(.settings, 0x13, [mode.rawValue]) }
    }

    /// The address of a host.
    public struct BluetoothAddress: Sendable, Equatable {
        /// What kind of address it is.
        public enum AddressType: UInt8, Sendable { case `public`, random }
        /// What kind of address it is.
        public let type: AddressType
        /// Six bytes, the least significant first.
        public let bytesLSBFirst: [UInt8]

        /// - Throws: `MWError.operationFailed` unless there are six bytes.
        public init(type: AddressType, bytesLSBFirst: [UInt8]) throws(MWError) {
            guard bytesLSBFirst.count == 6 else {
                throw .operationFailed("an address has 6 bytes, not \(bytesLSBFirst.count)")
            }
            self.type = type
            self.bytesLSBFirst = bytesLSBFirst
        }

        /// Reads `ED:AA:A4:CE:A6:A4`, with colons or hyphens.
        ///
        /// - Throws: `MWError.operationFailed` for any other text.
        public static func parse(
            _ mac: String, type: AddressType = .public
        ) throws(MWError) -> BluetoothAddress {
            let parts = mac.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "-" }
            let bytes = parts.compactMap { pair in
                pair.utf8.count == 2 && pair.allSatisfy(\.isHexDigit)
                    ? UInt8(pair, radix: 16) : nil
            }
            guard parts.count == 6, bytes.count == 6 else {
                throw .operationFailed("\"\(mac)\" is not a Bluetooth address")
            }
            return try BluetoothAddress(type: type, bytesLSBFirst: bytes.reversed())
        }

        /// `ED:AA:A4:CE:A6:A4`.
        public var displayString: String { Self.text(bytesLSBFirst.reversed()) }

        static func text(_ bytes: [UInt8]) -> String {
            bytes.map { byte in
                let digits = String(byte, radix: 16, uppercase: true)
                return digits.utf8.count == 1 ? "0" + digits : digits
            }.joined(separator: ":")
        }
    }

    /// Puts an address on the list; 0 is the peer of directed advertising, 1 to 8 are the list.
    public struct AddWhitelistAddress: HostCommand {
        /// Where.
        public let index: UInt8
        /// Whose.
        public let address: BluetoothAddress
        /// An address at a place.
        public init(index: UInt8, address: BluetoothAddress) {
            self.index = index
            self.address = address
        }
        /// `[11 14 index type address]`.
        public var packet: Packet {
            Packet(.settings, 0x14, [index, address.type.rawValue] + address.bytesLSBFirst)
        }
    }

    /// The 3 V regulator on or off; from module revision 9 on.
    public struct SetThreeVoltPower: HostCommand {
        /// Whether it is on.
        public let enabled: Bool
        /// Whether it is on.
        public init(_ enabled: Bool) { self.enabled = enabled }
        /// `[11 1C on]`.
        public var packet: Packet { Packet(.settings, 0x1C, [enabled ? 1 : 0]) }
    }

    /// Whether the radio stays at 1 Mbit/s; from module revision 10 on.
    public struct SetForce1MPhy: HostCommand {
        /// Whether it does.
        public let enabled: Bool
        /// Whether it does.
        public init(_ enabled: Bool) { self.enabled = enabled }
        /// `[11 1D on]`.
        public var packet: Packet { Packet(.settings, 0x1D, [enabled ? 1 : 0]) }
    }
}
