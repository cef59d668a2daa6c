import Bluetooth

/// Follows the Attribute Protocol of one link, and makes operations of requests and responses (Core Vol 3, Part F, 3.4).
struct AttributeDialogue {
    private(set) var map: AttributeMap
    private var pending: Pending?
    /// Written and notified values of handles that no discovery of the capture names.
    private var nameless: [Nameless] = []
    /// A long value that is read or written in parts.
    private var parts: (handle: UInt16, bytes: [UInt8])?

    private struct Pending {
        var pdu: AttributePDU
        var tail: [UInt8]
        var time: Int64
        /// Its place among the link's events; nil if it has none.
        var event: Int?
    }

    private struct Nameless {
        enum Kind { case read, written, command, configured, notified }
        var kind: Kind
        var handle: UInt16
        var bytes: [UInt8]
        /// Its place among the link's events.
        var event: Int
    }

    init(knowing map: AttributeMap? = nil) { self.map = map?.remembered ?? AttributeMap() }

    /// False for what is no packet of the Attribute Protocol.
    mutating func take(
        _ bytes: [UInt8], isFromBoard: Bool, _ time: Int64, into link: inout CapturedLink
    ) -> Bool {
        let pdu: AttributePDU
        do throws(AttributePDUError) { pdu = try AttributePDU(bytes.span) } catch {
            link.remarks.append("\(Seconds.text(time)) s: \(error)")
            return false
        }
        take(pdu, bytes, isFromBoard: isFromBoard, time, into: &link)
        return true
    }

    private mutating func take(
        _ pdu: AttributePDU, _ bytes: [UInt8], isFromBoard: Bool, _ time: Int64,
        into link: inout CapturedLink
    ) {
        let tail = Array(bytes.dropFirst(pdu.headerLength))
        switch pdu.opcode {
        case .notification, .indication:
            guard isFromBoard else { return }
            add(.notified, pdu.first, tail, time, &link)
        case .writeCommand, .signedWriteCommand:
            guard !isFromBoard else { return }
            add(.command, pdu.first, tail, time, &link)
        case .confirmation: break
        default:
            // Both sides may ask; what the board asks of the host is not replayed.
            if pdu.opcode.isRequest, !isFromBoard {
                request(pdu, tail, time, &link)
            } else if !pdu.opcode.isRequest, isFromBoard {
                response(pdu, tail, time, &link)
            }
        }
    }

    private mutating func request(
        _ pdu: AttributePDU, _ tail: [UInt8], _ time: Int64, _ link: inout CapturedLink
    ) {
        var request = Pending(pdu: pdu, tail: tail, time: time)
        switch pdu.opcode {
        case .readRequest:
            request.event = add(.read, pdu.first, [], time, &link)
        case .writeRequest:
            request.event = add(
                map.configured(at: pdu.first) != nil && tail.count == 2 ? .configured : .written,
                pdu.first, tail, time, &link)
        case .prepareWriteRequest:
            if parts?.handle != pdu.first { parts = (pdu.first, []) }
            parts?.bytes += tail
        case .executeWriteRequest:
            if pdu.first == 1, let parts {
                request.event = add(.written, parts.handle, parts.bytes, time, &link)
            }
            parts = nil
        case .readByGroupTypeRequest, .readByTypeRequest, .findInformationRequest,
            .findByTypeValueRequest:
            if link.events.last?.event != .discovery {
                link.events.append(CapturedLink.TimedEvent(time: time, event: .discovery))
            }
        default: break
        }
        pending = request
    }

    private mutating func response(
        _ pdu: AttributePDU, _ tail: [UInt8], _ time: Int64, _ link: inout CapturedLink
    ) {
        guard let request = pending else { return }
        pending = nil
        if let event = request.event { link.events[event].answered = time }
        if pdu.opcode == .errorResponse {
            guard let event = request.event else { return }
            let code = UInt8(truncatingIfNeeded: pdu.third)
            switch link.events[event].event {
            case .read(let uuid, _): link.events[event].event = .read(uuid, .refused(code))
            case .write(let uuid, let bytes, _):
                link.events[event].event = .write(uuid, bytes, refusal: .some(.some(code)))
            default: break
            }
            return
        }
        switch (request.pdu.opcode, pdu.opcode) {
        case (.exchangeMTURequest, .exchangeMTUResponse):
            link.events.append(
                CapturedLink.TimedEvent(
                    time: request.time, event: .mtu(Int(min(request.pdu.first, pdu.first))),
                    answered: time))
        case (.readRequest, .readResponse):
            guard let event = request.event, case .read(let uuid, _) = link.events[event].event
            else { break }
            link.events[event].event = .read(uuid, .value(tail))
        case (.readBlobRequest, .readBlobResponse):
            // The rest of the last value.
            guard let index = link.events.lastIndex(where: { $0.event.isRead(of: uuid(request)) }),
                case .read(let uuid, .value(let bytes)) = link.events[index].event,
                bytes.count == Int(request.pdu.second)
            else { break }
            link.events[index].event = .read(uuid, .value(bytes + tail))
            link.events[index].answered = time
        case (.readByGroupTypeRequest, .readByGroupTypeResponse):
            discover(pdu, tail) { map, entry in
                if let uuid = BluetoothUUID(littleEndian: entry.dropFirst(4)) {
                    map.add(service: uuid)
                }
            }
        case (.readByTypeRequest, .readByTypeResponse):
            // Declarations of characteristics; other types, as the device name, are values.
            guard request.tail == [0x03, 0x28] else { break }
            discover(pdu, tail) { map, entry in
                let declared = Array(entry)
                guard declared.count > 5, let uuid = BluetoothUUID(littleEndian: declared[5...])
                else { return }
                map.add(uuid, at: UInt16(declared[3]) | UInt16(declared[4]) << 8)
            }
        case (.findInformationRequest, .findInformationResponse):
            guard pdu.first == 1 else { break }
            for entry in stride(from: 0, to: tail.count - 3, by: 4)
            where tail[entry + 2] == 0x02 && tail[entry + 3] == 0x29 {
                map.add(configurationAt: UInt16(tail[entry]) | UInt16(tail[entry + 1]) << 8)
            }
        default: break
        }
    }

    private func uuid(_ request: Pending) -> BluetoothUUID? {
        map.characteristic(at: request.pdu.first)
    }

    /// Takes a list of entries of equal length, which the first number of the response gives.
    private mutating func discover(
        _ pdu: AttributePDU, _ tail: [UInt8],
        _ take: (inout AttributeMap, ArraySlice<UInt8>) -> Void
    ) {
        let length = Int(pdu.first)
        guard length > 0 else { return }
        for start in stride(from: 0, to: tail.count - length + 1, by: length) {
            take(&map, tail[start..<start + length])
        }
    }

    /// A placeholder for characteristics that are not known yet.
    private static let unknown: BluetoothUUID = "0000"

    @discardableResult private mutating func add(
        _ kind: Nameless.Kind, _ handle: UInt16, _ bytes: [UInt8], _ time: Int64,
        _ link: inout CapturedLink
    ) -> Int {
        let uuid =
            kind == .configured ? map.configured(at: handle) : map.characteristic(at: handle)
        let index = link.events.count
        if uuid == nil {
            nameless.append(Nameless(kind: kind, handle: handle, bytes: bytes, event: index))
        }
        let known = uuid ?? Self.unknown
        let event: CapturedLink.Event =
            switch kind {
            case .read: .read(known, .none)
            case .command: .write(known, bytes, refusal: .none)
            case .written: .write(known, bytes, refusal: .some(.none))
            case .configured:
                .subscribe(known, UInt16(bytes[0]) | UInt16(bytes[1]) << 8)
            case .notified: .value(known, bytes)
            }
        link.events.append(CapturedLink.TimedEvent(time: time, event: event))
        return index
    }

    /// The link is over: names the handles that no discovery named, if what was sent over them leaves no doubt.
    /// Forgets the events of a link from a number on.
    mutating func forget(eventsFrom number: Int) {
        nameless.removeAll { $0.event >= number }
        pending = nil
    }

    mutating func finish(into link: inout CapturedLink) {
        if map.kind != .other { link.kind = map.kind }
        link.attributes = map
        if let guess = HandleGuess(nameless.map { ($0.kind == .notified, $0.handle, $0.bytes) }) {
            if link.kind == .other { link.kind = guess.kind }
            for item in nameless {
                let uuid =
                    item.handle == guess.fromBoard
                    ? guess.notifying : item.handle == guess.toBoard ? guess.command : nil
                if let uuid {
                    link.events[item.event].event = link.events[item.event].event.of(uuid)
                } else if item.handle == guess.fromBoard &+ 1, item.bytes.count == 2 {
                    link.events[item.event].event = .subscribe(
                        guess.notifying, UInt16(item.bytes[0]) | UInt16(item.bytes[1]) << 8)
                }
            }
            link.remarks.append(
                "the capture has no discovery: handle 0x\(String(guess.toBoard, radix: 16)) is taken"
                    + " for the command characteristic, 0x\(String(guess.fromBoard, radix: 16)) for"
                    + " the notifying one")
        }
        link.unknownPackets = link.events.count { $0.event.characteristic == Self.unknown }
        link.events.removeAll { $0.event.characteristic == Self.unknown }
    }
}

extension AttributeOpcode {
    /// Requests have even numbers below 0x40, their responses follow (Core Vol 3, Part F, 3.3.1).
    fileprivate var isRequest: Bool { rawValue & 0x41 == 0 }
}

extension CapturedLink.Event {
    var characteristic: BluetoothUUID? {
        switch self {
        case .discovery, .mtu: nil
        case .read(let uuid, _), .write(let uuid, _, _), .subscribe(let uuid, _),
            .value(let uuid, _):
            uuid
        }
    }

    fileprivate func isRead(of uuid: BluetoothUUID?) -> Bool {
        if case .read(let read, _) = self { read == uuid } else { false }
    }

    fileprivate func of(_ uuid: BluetoothUUID) -> Self {
        switch self {
        case .discovery, .mtu: self
        case .read(_, let outcome): .read(uuid, outcome)
        case .write(_, let bytes, let refusal): .write(uuid, bytes, refusal: refusal)
        case .subscribe(_, let value): .subscribe(uuid, value)
        case .value(_, let bytes): .value(uuid, bytes)
        }
    }
}
