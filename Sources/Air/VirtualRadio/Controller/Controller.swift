public import Bluetooth
public import Pairing
internal import Peripheral
internal import Simulation

/// An LE-only controller of Bluetooth 5.2 on the air, for a host that speaks HCI over H4 (Core Vol
/// 4).
///
/// It answers each command at once, as far as the air allows: the same packets at the same virtual
/// times give the same packets. Used from the simulation's thread.
public final class Controller: HCIPort {
    /// Its name in the trace.
    public let name: String
    /// Its public address, which never changes.
    package let publicAddress: Address
    /// Whether it has the commands of extended advertising, which exclude the earlier ones.
    package let hasExtendedAdvertising: Bool
    /// Observes every packet in both directions; nil costs nothing.
    public var tap: (any HCITap)?
    /// Called when output becomes available; once until `takeOutput`.
    package var onOutput: (() -> Void)?
    /// True while the host does not read: data for it then stay on the air.
    package var isHostSlow = false {
        didSet { if oldValue, !isHostSlow { roomChanged() } }
    }

    let medium: Medium
    let node: RadioNode
    let cryptography: (any Cryptography)?
    var chance: RandomStream
    private var output: [UInt8] = []
    /// False once the host has gone.
    private(set) var isAttached = true

    // MARK: State that a reset clears

    var eventMask = EventMask()
    var randomAddress: Address?
    var acceptList = AcceptList()
    var resolvingList = ResolvingList()
    /// Legacy and extended commands exclude each other until a reset (Core Vol 4, Part E, 3.1.1).
    var dialect: Dialect?
    var advertisingSets: [AdvertisingSet] = []
    var legacySet: AdvertisingSet?
    var scanner = Scanner()
    var initiator: Initiator?
    /// The target of the next scan request.
    var scanTarget: Address?
    var connections: [ControllerConnection?] = []
    var flow = HostFlow()
    var defaults = LinkDefaults()
    var privateKey: [UInt8]?

    /// The return parameters of the command being handled after its status; if it is refused, only
    /// the fields up to the last one that was set.
    var reply = HCIParameters(returnedBy: .reset)
    /// Actions to run once the command is answered.
    private var afterwards: [() -> Void] = []
    /// The radios of advertising sets, which are kept when sets are removed.
    var advertisers: [Int: Advertiser] = [:]
    private(set) lazy var lifetime = Lifetime(of: self)

    /// A controller in its power-on state, at the centre of the air.
    ///
    /// Without `cryptography` it has no encryption command, no public keys and no privacy. Without
    /// extended advertising it is like most controllers before Bluetooth 5. The name also selects
    /// its random stream.
    public init(
        on air: Air, name: String, publicAddress: Address,
        cryptography: (any Cryptography)? = nil, hasExtendedAdvertising: Bool = true
    ) {
        self.name = name
        self.hasExtendedAdvertising = hasExtendedAdvertising
        self.publicAddress = Address(publicAddress.value, kind: .publicDevice)
        self.cryptography = cryptography
        medium = air.medium
        node = medium.makeNode(name, purpose: "hci.\(name)")
        chance = medium.random("hci.random.\(name)")
        medium.add(self)
    }

    // MARK: The port

    /// Takes one whole packet of the host; a malformed one is answered as the specification says,
    /// or dropped and traced.
    public func receive(_ packet: Span<UInt8>) {
        guard isAttached, packet.count > 0 else { return }
        tap?.packet(packet, sentByHost: true, at: medium.clock.now)
        guard let type = H4PacketType(rawValue: packet[0]), packet.count >= type.headerLength,
            type.packetLength(packet) == packet.count
        else { return record("dropped: no whole packet") }
        switch type {
        case .command:
            trace(packet, ">")
            command(packet.word(at: 1), packet.extracting(4..<packet.count))
        case .acl: data(packet)
        case .event, .synchronous, .isochronous: record("dropped: \(type) packet of the host")
        }
    }

    /// Appends the controller's pending output, in whole packets, and clears it.
    package func takeOutput(into buffer: inout [UInt8]) {
        if buffer.isEmpty {
            // No bytes are copied, and both buffers keep their capacity.
            swap(&buffer, &output)
        } else {
            buffer.append(contentsOf: output)
            output.removeAll(keepingCapacity: true)
        }
    }

    /// The host has disconnected: its peers get the reason power off, its advertising and scanning
    /// stop.
    package func detach() {
        guard isAttached else { return }
        isAttached = false
        for connection in connections {
            connection?.abandon { $0.terminate(.remotePowerOff, by: $1) }
        }
        forget()
        medium.remove(self)
        medium.remove(node)
        advertisers = [:]
        output = []
        onOutput = nil
        tap = nil
    }

    // MARK: To the host

    /// Writes one packet for the host.
    func send(_ write: (inout [UInt8]) -> Void) {
        guard isAttached else { return }
        let start = output.count
        write(&output)
        if tap != nil || medium.trace.isOn { show(from: start) }
        if start == 0, !output.isEmpty { onOutput?() }
    }

    /// Sends an event, unless the host masked it.
    func send(
        _ event: HCIEventCode, data: Span<UInt8> = Span(),
        _ fill: (inout HCIParameters) -> Void = { _ in }
    ) {
        guard event.maskBit == nil || eventMask.allows(event) else { return }
        send { $0.append(event, data: data, fill) }
    }

    private func show(from start: Int) {
        let written = output
        let bytes = written.span
        var offset = start
        while offset < bytes.count, let type = H4PacketType(rawValue: bytes[offset]) {
            let rest = bytes.extracting(offset..<bytes.count)
            let packet = rest.extracting(0..<type.packetLength(rest))
            tap?.packet(packet, sentByHost: false, at: medium.clock.now)
            trace(packet, "<")
            offset += packet.count
        }
    }

    /// Commands and events, but not data and frequent reports.
    private func trace(_ packet: Span<UInt8>, _ direction: String) {
        guard medium.trace.isOn, packet[0] != H4PacketType.acl.rawValue,
            !isFrequent(packet)
        else { return }
        record("\(direction) \(HCIDescriber.describe(packet))")
    }

    private func isFrequent(_ packet: Span<UInt8>) -> Bool {
        switch HCIEventCode(packet: packet) {
        case .numberOfCompletedPackets, .leAdvertisingReport, .leExtendedAdvertisingReport: true
        default: false
        }
    }

    func record(_ what: @autoclosure () -> String) {
        medium.trace.record(medium.clock.now, name, "hci  \(what())")
    }

    // MARK: Commands

    /// Runs an action once the current command is answered.
    func afterReply(_ action: @escaping () -> Void) { afterwards.append(action) }

    private func command(_ opcode: UInt16, _ parameters: Span<UInt8>) {
        guard let known = HCIOpcode(rawValue: opcode), let handler = handler(of: known) else {
            return send { $0.append(completeOf: opcode, .unknownCommand) }
        }
        let command = known.command
        reply = HCIParameters(returnedBy: known)
        var status = HCIStatus.invalidParameters
        if command.length.fits(parameters.count) {
            status = handler(self, parameters)
        }
        switch command.answer {
        case .complete: complete(opcode, status)
        case .status: send { $0.append(statusOf: opcode, status) }
        // Only a refusal is answered (Core Vol 4, Part E, 7.3.40).
        case .silence: if status != .success { complete(opcode, status) }
        }
        while !afterwards.isEmpty { afterwards.removeFirst()() }
    }

    private func complete(_ opcode: UInt16, _ status: HCIStatus) {
        send { $0.append(completeOf: opcode, status, reply.given) }
    }

    // MARK: Reset

    /// Returns to the power-on state; links fall silent, and their peers notice by supervision
    /// timeout.
    func reset() -> HCIStatus {
        for connection in connections { connection?.abandon { link, _ in link.kill() } }
        forget()
        return .success
    }

    private func forget() {
        stopAdvertising()
        scanner.stop(medium)
        eventMask = EventMask()
        randomAddress = nil
        acceptList = AcceptList()
        resolvingList = ResolvingList()
        dialect = nil
        advertisingSets = []
        legacySet = nil
        scanner = Scanner()
        initiator = nil
        scanTarget = nil
        connections = []
        flow = HostFlow()
        defaults = LinkDefaults()
        privateKey = nil
        afterwards = []
    }
}
