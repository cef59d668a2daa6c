import Bluetooth
import Central
import Conformance
import Simulation

extension Transcript {
    /// The same packets as the HCI traffic of a host, with the experiments as notes.
    ///
    /// - Parameters:
    ///   - application: who writes.
    ///   - services: of the application, for the handles of its values.
    package func pcapng(application: String, board: Address, services: [RemoteService]) -> [UInt8] {
        var capture = TranscriptCapture(application: application, board: board, services: services)
        for part in parts {
            guard let first = part.packets.first else { continue }
            capture.note("\(part.experiment): \(part.about)", at: first.time)
            for packet in part.packets { capture.add(packet) }
        }
        return capture.bytes
    }
}

/// Makes HCI packets of values.
private struct TranscriptCapture {
    private var writer: PcapngWriter
    private var host: SyntheticHost
    private let interface: PcapngWriter.HostInterface
    private let notes: PcapngWriter.NoteInterface
    private let board: Address
    private let handles: [String: UInt16]
    private var isOpen = false

    /// What the link of most hosts has: 30 ms, and 5 s of supervision.
    private static let timing = ConnectionTiming(interval: 24, latency: 0, supervisionTimeout: 500)

    init(application: String, board: Address, services: [RemoteService]) {
        self.board = board
        writer = PcapngWriter(application: application, comment: "qualification of \(board)")
        interface = writer.addHost("host", about: "the host that asked, from its values")
        notes = writer.addNotes("experiments", about: "what was tried")
        host = SyntheticHost(name: "boardsim qualify", address: Address(0xC0DE_0000_0001))
        var handles: [String: UInt16] = [:]
        for value in services.flatMap(\.characteristics) {
            handles[CaseRun.name(of: value.uuid)] = value.valueHandle
        }
        self.handles = handles
        put(host.start(), at: .zero)
    }

    var bytes: [UInt8] { writer.output }

    mutating func note(_ text: String, at time: Instant) {
        writer.note(text, of: notes, at: CaptureTime(nanoseconds: time.nanoseconds))
    }

    mutating func add(_ packet: CaseRecord.Packet) {
        if packet.direction == .note { return note(link: packet) }
        // A value of the bootloader, or an advertisement.
        guard let handle = handles[packet.characteristic] else {
            return note("\(packet.characteristic): \(packet.bytes)", at: packet.time)
        }
        open(at: packet.time)
        let place = [UInt8(truncatingIfNeeded: handle), UInt8(handle >> 8)]
        switch (packet.direction, packet.characteristic) {
        // Write Command, Handle Value Notification, Read Request with Read Response (Core Vol 3, Part F, 3.4).
        case (.host, _): frame([0x52] + place + packet.bytes, .toController, at: packet.time)
        case (_, "notify"): frame([0x1B] + place + packet.bytes, .toHost, at: packet.time)
        default:
            frame([0x0A] + place, .toController, at: packet.time)
            frame([0x0B] + packet.bytes, .toHost, at: packet.time)
        }
    }

    /// A remark, which may be the beginning or the end of a link.
    private mutating func note(link packet: CaseRecord.Packet) {
        if packet.note == "connected" { open(at: packet.time) }
        if packet.note == "disconnect" || packet.note.hasPrefix("the link has ended") {
            let reason: DisconnectReason =
                packet.note == "disconnect" ? .localHostTerminated : .remoteUserTerminated
            put(host.closed(0, reason: reason.rawValue), at: packet.time)
            isOpen = false
        }
        note(packet.note, at: packet.time)
    }

    private mutating func open(at time: Instant) {
        guard !isOpen else { return }
        isOpen = true
        put(host.opened(0, to: board, Self.timing), at: time)
    }

    private mutating func frame(_ value: [UInt8], _ direction: HCIDirection, at time: Instant) {
        let length = UInt16(value.count)
        let frame = [UInt8(truncatingIfNeeded: length), UInt8(length >> 8), 4, 0] + value
        put(host.frame(frame.span, direction, on: 0), at: time)
        if direction == .toController { put(host.acknowledged(0), at: time) }
    }

    private mutating func put(_ packets: [CapturedPacket], at time: Instant) {
        for packet in packets {
            writer.append(
                packet.bytes.span, packet.direction, of: interface,
                at: CaptureTime(nanoseconds: time.nanoseconds))
        }
    }
}
