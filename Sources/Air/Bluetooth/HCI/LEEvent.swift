/// Writes LE Meta events as whole H4 packets at the end of a buffer (Core Vol 4, Part E, 7.7.65).
public enum LEEvent {
    /// An LE event with these parameters behind its subevent code, 254 bytes at most.
    public static func write(
        _ subevent: LESubevent, into out: inout [UInt8], _ parameters: (inout [UInt8]) -> Void
    ) {
        HCIEvent.write(.leMeta, into: &out) {
            $0.append(subevent.rawValue)
            parameters(&$0)
        }
    }

    /// Connection parameters in the units of the wire: 1.25 ms, events, 10 ms.
    public struct Timing: Equatable, Sendable {
        /// Between connection events, in steps of 1.25 ms.
        public var interval: UInt16
        /// Connection events that the peripheral may skip.
        public var latency: UInt16
        /// In steps of 10 ms.
        public var supervisionTimeout: UInt16

        /// The three numbers as they go on the wire.
        public init(interval: UInt16, latency: UInt16, supervisionTimeout: UInt16) {
            self.interval = interval
            self.latency = latency
            self.supervisionTimeout = supervisionTimeout
        }

        func append(to out: inout [UInt8]) {
            out.append(word: interval)
            out.append(word: latency)
            out.append(word: supervisionTimeout)
        }
    }

    /// What a host is told of a new connection.
    public struct Connection: Equatable, Sendable {
        /// Under which the host speaks of it.
        public var handle: UInt16
        /// Whether the host's side is the central.
        public var isCentral: Bool
        /// The other side.
        public var peer: PeerAddress
        /// This side's resolvable address, if it went by one.
        public var localResolvable: Address?
        /// The peer's resolvable address, if it stands for an identity.
        public var peerResolvable: Address?
        /// The parameters that hold at first.
        public var timing: Timing

        /// A connection without resolvable addresses.
        public init(handle: UInt16, isCentral: Bool, peer: PeerAddress, timing: Timing) {
            self.handle = handle
            self.isCentral = isCentral
            self.peer = peer
            self.timing = timing
        }
    }

    /// Connection Complete [v1], or Enhanced Connection Complete [v1] with the resolvable
    /// addresses; all zero but the status if there is no connection.
    public static func connectionComplete(
        _ status: HCIStatus, _ connection: Connection?, enhanced: Bool, into out: inout [UInt8]
    ) {
        write(enhanced ? .enhancedConnectionComplete : .connectionComplete, into: &out) {
            $0.append(status.rawValue)
            $0.append(word: connection?.handle ?? 0)
            $0.append(connection.map { $0.isCentral ? 0 : 1 } ?? 0)
            $0.append(connection?.peer.type ?? 0)
            $0.append(connection?.peer.address)
            if enhanced {
                $0.append(connection?.localResolvable)
                $0.append(connection?.peerResolvable)
            }
            let none = Timing(interval: 0, latency: 0, supervisionTimeout: 0)
            (connection?.timing ?? none).append(to: &$0)
            // Clock accuracy 500 ppm; only a peripheral's host is told another.
            $0.append(0)
        }
    }

    /// New connection parameters hold, or why not.
    public static func connectionUpdateComplete(
        _ status: HCIStatus, _ handle: UInt16, _ timing: Timing, into out: inout [UInt8]
    ) {
        write(.connectionUpdateComplete, into: &out) {
            $0.append(status.rawValue)
            $0.append(word: handle)
            timing.append(to: &$0)
        }
    }

    /// The peer's LE features, 64 bits.
    public static func remoteFeatures(
        _ status: HCIStatus, _ handle: UInt16, _ features: UInt64, into out: inout [UInt8]
    ) {
        write(.readRemoteFeaturesComplete, into: &out) {
            $0.append(status.rawValue)
            $0.append(word: handle)
            $0.append(features, bytes: 8)
        }
    }

    /// The central wants encryption: which key do these two numbers stand for?
    public static func longTermKeyRequest(
        _ handle: UInt16, random: UInt64, diversifier: UInt16, into out: inout [UInt8]
    ) {
        write(.longTermKeyRequest, into: &out) {
            $0.append(word: handle)
            $0.append(random, bytes: 8)
            $0.append(word: diversifier)
        }
    }

    /// The peer wants other connection parameters, its interval in this range.
    public static func remoteConnectionParameterRequest(
        _ handle: UInt16, minimum: UInt16, maximum: UInt16, latency: UInt16,
        supervisionTimeout: UInt16, into out: inout [UInt8]
    ) {
        write(.remoteConnectionParameterRequest, into: &out) {
            for word in [handle, minimum, maximum, latency, supervisionTimeout] {
                $0.append(word: word)
            }
        }
    }

    /// The longest payloads and the time that they take at most, in bytes and microseconds.
    public static func dataLengthChange(
        _ handle: UInt16, transmit: (octets: UInt16, time: UInt16),
        receive: (octets: UInt16, time: UInt16), into out: inout [UInt8]
    ) {
        write(.dataLengthChange, into: &out) {
            $0.append(word: handle)
            $0.append(word: transmit.octets)
            $0.append(word: transmit.time)
            $0.append(word: receive.octets)
            $0.append(word: receive.time)
        }
    }

    /// The PHYs that hold now: 1 for 1M, 2 for 2M, 3 for coded.
    public static func phyUpdateComplete(
        _ status: HCIStatus, _ handle: UInt16, transmit: UInt8, receive: UInt8,
        into out: inout [UInt8]
    ) {
        write(.phyUpdateComplete, into: &out) {
            $0.append(status.rawValue)
            $0.append(word: handle)
            $0.append(transmit)
            $0.append(receive)
        }
    }

    /// The channel selection algorithm of a new connection, 1 or 2.
    public static func channelSelectionAlgorithm(
        _ handle: UInt16, _ algorithm: UInt8, into out: inout [UInt8]
    ) {
        write(.channelSelectionAlgorithm, into: &out) {
            $0.append(word: handle)
            $0.append(algorithm - 1)
        }
    }

    /// A P-256 public key, X and Y of 32 bytes each, least significant byte first.
    public static func localPublicKey(
        _ status: HCIStatus, _ key: [UInt8], into out: inout [UInt8]
    ) {
        write(.readLocalP256PublicKeyComplete, into: &out) {
            $0.append(status.rawValue)
            $0.append(contentsOf: key)
        }
    }

    /// A shared secret of 32 bytes, least significant byte first.
    public static func dhKey(_ status: HCIStatus, _ key: [UInt8], into out: inout [UInt8]) {
        write(.generateDHKeyComplete, into: &out) {
            $0.append(status.rawValue)
            $0.append(contentsOf: key)
        }
    }
}
