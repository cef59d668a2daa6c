import Bluetooth
import Device
import MetaWearBoard
import MetaWearTables
import Peripheral
import Simulation

/// One board and its client, as all rules see them.
final class JudgeContext {
    let board: String
    private let log: FindingLog
    /// Set only while an event is handled.
    @exclusivity(unchecked) private(set) var device: (any SimulatedDevice)?
    @exclusivity(unchecked) private(set) var now = Instant.zero

    /// Counted from 1.
    private(set) var connection = 0
    private(set) var isConnected = false
    /// Of a radio link; nil without one.
    private(set) var interval: Nanoseconds?
    private(set) var mtu = 23
    /// Whether the host has notifications of the board's packets enabled.
    @exclusivity(unchecked) private(set) var isListening = false
    /// The client asked the board to end the link (`FE 06`, or either kind of reset).
    private var isEndAsked = false
    /// The client asked for a reset, which happens at the end of the link at the latest.
    private(set) var isResetAsked = false
    /// What the client has set and made on the board.
    @exclusivity(unchecked) private(set) var client = ClientState()
    @exclusivity(unchecked) private var kind: WriteKind?
    /// Commands that have begun and not ended; an event's command may begin during another.
    @exclusivity(unchecked) private var open: [Command] = []
    private let activeFamilies: [any RuleFamily]
    /// Those that await packets since the last other event.
    @exclusivity(unchecked) private var listeners: [any RuleFamily] = []
    let card: ScoreKeeper
    /// Of registers that were looked up, by module and register; a board's profile never changes.
    private var declarations: [UInt16: RegisterDeclaration?] = [:]
    /// The registers that stream, by module, that of single samples first.
    private(set) lazy var streams: [UInt8: [UInt8]] = {
        var streams: [UInt8: [UInt8]] = [:]
        for module in MWModule.streaming {
            let chip = information(module.rawValue)?.implementation ?? 0
            streams[module.rawValue] = module.row.streams.compactMap { $0.registerByte(chip) }
        }
        return streams
    }()

    init(_ device: any SimulatedDevice, _ log: FindingLog, _ families: [any RuleFamily.Type]) {
        board = device.name
        self.log = log
        activeFamilies = families.filter { $0.concerns(device) }.map { $0.init() }
        card = ScoreKeeper(device)
    }

    // MARK: The device

    /// The profile of a MetaWear board; nil for another device.
    var profile: BoardProfile? { (device as? MetaWearBoard)?.profile }

    /// A module's information; nil if it is absent.
    func information(_ module: UInt8) -> ModuleInformation? { profile?.information(module) }

    /// A register as the tables declare it, whatever its revision; nil if there is none.
    func declaration(_ module: UInt8, _ register: UInt8) -> RegisterDeclaration? {
        let key = UInt16(module) << 8 | UInt16(register)
        if let known = declarations[key] { return known }
        // Without a device there is no profile to ask.
        guard let profile else { return nil }
        let found = profile.modules.first { $0.id == module }?
            .declarations.first { $0.id == register }
        declarations.updateValue(found, forKey: key)
        return found
    }

    /// Whether a write of one byte to this register subscribes to it.
    func notifies(_ module: UInt8, _ register: UInt8) -> Bool {
        declaration(module, register)?.access.contains(.notify) == true
    }

    /// In the words of the register tables.
    func words(_ packet: [UInt8]) -> String {
        (device as? MetaWearBoard)?.words(packet) ?? ""
    }

    /// A characteristic by its number.
    func characteristic(_ id: ValueID) -> Characteristic? {
        for service in device?.services ?? [] {
            for own in service.characteristics where own.id == id { return own }
        }
        return nil
    }

    /// The characteristic of a refused request; nil if it is none of the device.
    func characteristic(of refusal: AttributeRefusal) -> Characteristic? {
        refusal.value.flatMap { characteristic($0) }
    }

    /// Whether the bootloader runs instead of the application.
    var isInBootloader: Bool { (device as? MetaWearBoard)?.isInBootloader == true }

    /// Whether a host sent two packets together: the second before the answer to the first can have
    /// arrived. Packets are exchanged at connection events.
    func isTogether(_ first: Instant, _ second: Instant) -> Bool {
        guard let interval else { return false }
        return second - first < interval / 2
    }

    /// Whether a packet of the board is the answer to a read; one of another channel or pin is not.
    func answers(_ packet: [UInt8], _ read: [UInt8]) -> Bool {
        guard packet.count > 1, read.count > 1, packet[0] == read[0], packet[1] == read[1] else {
            return false
        }
        guard packet.count > 2, read.count > 2,
            declaration(read[0], read[1] & 0x3F)?.hasIndex == true
        else { return true }
        return packet[2] == read[2]
    }

    /// Whether the client itself ended the link: by its host, or by a command that makes the board do
    /// it. A client that loses its link cannot clean up.
    func isOwnEnd(_ reason: DisconnectReason?) -> Bool {
        switch reason {
        case .remoteUserTerminated, .remoteLowResources, .remotePowerOff: true
        default: isEndAsked
        }
    }

    // MARK: Events

    func take(_ event: DeviceEvent, of device: any SimulatedDevice, at time: Instant) {
        self.device = device
        defer { self.device = nil }
        now = time
        switch event {
        case .connected(let parameters): begin(parameters)
        case .parametersChanged(let parameters): interval = parameters.interval
        case .mtuChanged(let mtu): self.mtu = mtu
        case .subscribed(let id, let subscription): subscribe(id, subscription)
        case .read(let id):
            let own = characteristic(id)
            card.read(own)
            show(.read(own))
        case .wrote(let id, let bytes, let kind):
            self.kind = kind
            let own = characteristic(id)
            card.wrote(own)
            show(.wrote(own, bytes, kind))
        case .command(let bytes, let source):
            let isHost = source == .host
            let command = Command(
                bytes: bytes, source: source, kind: isHost ? kind : nil, time: time)
            if isHost { kind = nil }
            open.append(command)
            if isHost { noteEnd(command) }
            show(.sent(command))
        case .ignored(let refusal):
            if !open.isEmpty, open[open.count - 1].refusal == nil {
                open[open.count - 1].refusal = refusal
            }
        case .commandEnded: end()
        case .notified(let id, let bytes, let fate): notify(id, bytes, fate)
        case .settled(_, let bytes, let fate):
            if fate == .sent { card.notified(bytes) }
            tell(.settled(bytes, fate))
        case .vanished(let bytes): tell(.vanished(bytes))
        case .attributeRefused(let refusal): show(.refused(refusal))
        case .attributeBreach(let breach): show(.breached(breach))
        case .reset:
            // Running commands end with the firmware.
            while !open.isEmpty { end() }
            if isConnected { leave(nil) }
            show(.reset)
            client.reset()
        case .disconnected(let reason): leave(reason)
        case .advertising: break
        }
    }

    /// The run is over; nil if the device was released before its judge.
    func finish(_ device: (any SimulatedDevice)?, at time: Instant) {
        self.device = device
        defer { self.device = nil }
        now = time
        show(.finished)
    }

    private func begin(_ parameters: ConnectionParameters?) {
        connection += 1
        isConnected = true
        (isEndAsked, isResetAsked) = (false, false)
        interval = parameters?.interval
        mtu = 23
        // USB has no configuration descriptor.
        isListening = parameters == nil
        show(.connected)
    }

    /// The debug module's ways to end a link (protocol, core 9).
    private func noteEnd(_ command: Command) {
        guard command.module == .debug, !command.isRead, device is MetaWearBoard else { return }
        switch command.register {
        case 1, 2: (isEndAsked, isResetAsked) = (true, true)
        case 5: isResetAsked = true
        case 6: isEndAsked = true
        default: break
        }
    }

    private func subscribe(_ id: ValueID, _ subscription: Subscription) {
        let own = characteristic(id)
        if own?.uuid == KnownCharacteristic.metaWearNotifications
            || own?.uuid == KnownCharacteristic.capNotifications
        {
            isListening = subscription.contains(.notifications)
        }
        show(.subscribed(own, subscription))
    }

    private func notify(_ id: ValueID, _ bytes: [UInt8], _ fate: NotificationFate) {
        if !open.isEmpty, bytes.count > 1, bytes[0] == open[open.count - 1].module {
            let last = open.count - 1
            if bytes.count == 3, bytes[1] == 2, open[last].writes(bytes[0], 2) {
                open[last].created = bytes[2]
            }
            if bytes[1] == open[last].bytes.dropFirst().first { open[last].isAnswered = true }
        }
        // What was not sent was not notified, although the firmware made it.
        if fate == .sent { card.notified(bytes) }
        tell(.notified(bytes, fate))
    }

    private func end() {
        guard let command = open.popLast() else { return }
        card.ended(command)
        show(.done(command))
        guard command.isAccepted else { return }
        client.take(command, notifies: notifies)
        show(.changed(command))
    }

    private func leave(_ reason: DisconnectReason?) {
        guard isConnected else { return }
        show(.disconnected(reason))
        isConnected = false
        isListening = false
        interval = nil
    }

    private func show(_ event: ProtocolEvent) {
        for family in activeFamilies { family.see(event, self) }
        listeners = activeFamilies.filter(\.awaitsPackets)
    }

    /// Shows what became of a packet of the board.
    private func tell(_ event: ProtocolEvent) {
        for family in listeners { family.see(event, self) }
    }

    // MARK: Findings

    /// Reports a packet that violates a rule.
    func report(_ rule: Rule, _ command: Command, _ detail: String) {
        add(
            rule, command.bytes, module: command.module, register: command.register,
            words: words(command.bytes), source: command.source, detail)
    }

    /// Reports a command of an event or a macro that the board ignored.
    ///
    /// - Parameter forNow: the rule for one that could succeed at another time.
    func reportIgnored(_ command: Command, _ source: String, _ always: Rule, forNow: Rule) {
        guard let refusal = command.refusal, command.ownObstacle != .resetting else { return }
        report(command.isRefusedForNow ? forNow : always, command, "\(source): \(refusal.text)")
    }

    /// Reports a violation at a register, without a packet.
    func report(_ rule: Rule, _ module: UInt8, _ register: UInt8?, _ detail: String) {
        add(
            rule, [], module: module, register: register, words: "", source: .host, detail)
    }

    /// Reports a violation in the Attribute Protocol.
    func report(_ rule: Rule, writing bytes: [UInt8] = [], _ detail: String) {
        add(rule, bytes, module: nil, register: nil, words: "", source: .host, detail)
    }

    private func add(
        _ rule: Rule, _ packet: [UInt8], module: UInt8?, register: UInt8?, words: String,
        source: CommandSource, _ detail: String
    ) {
        log.add(
            Finding(
                rule: rule, board: board, connection: connection, source: source, module: module,
                register: register, packet: packet, words: words, detail: detail, count: 1,
                first: now, last: now))
    }
}

/// Characteristics that rules are about (protocol, core 1.1 and 13.1, triki 1.3).
enum KnownCharacteristic {
    static let metaWearCommand: BluetoothUUID = "326A9001-85CB-9195-D9DD-464CFBBAE75A"
    static let metaWearNotifications: BluetoothUUID = "326A9006-85CB-9195-D9DD-464CFBBAE75A"
    static let updateControl: BluetoothUUID = "00001531-1212-EFDE-1523-785FEABCD123"
    static let updatePacket: BluetoothUUID = "00001532-1212-EFDE-1523-785FEABCD123"
    static let capNotifications: BluetoothUUID = "6E400003-B5A3-F393-E0A9-E50E24DCCA9E"
    static let capLight: BluetoothUUID = "6E400004-B5A3-F393-E0A9-E50E24DCCA9E"
}
