import Bluetooth

/// Finds the LE links of a host's HCI traffic (Core Vol 4, Part E, 7.7).
struct LinkFinder {
    private var open: [Key: Open] = [:]
    private var links: [CapturedLink] = []
    private var advertised: [Address: AdvertisingData] = [:]

    private struct Key: Hashable {
        var adapter: Int
        var handle: UInt16
    }

    /// A link that has not ended.
    private struct Open {
        var link: CapturedLink
        var toBoard = L2CAPReassembler(limit: 4_096)
        var toHost = L2CAPReassembler(limit: 4_096)
        var attributes: AttributeDialogue
        /// What was received since the link is encrypted.
        var sealed = Sealed()

        /// Takes the frame that is complete; false for one that is none of the channels of a GATT link.
        mutating func takeFrame(isFromBoard: Bool, _ time: Int64) -> Bool {
            let reassembler = isFromBoard ? toHost : toBoard
            switch reassembler.channel {
            case L2CAPChannel.attribute:
                return attributes.take(
                    reassembler.payload.array(), isFromBoard: isFromBoard, time, into: &link)
            case L2CAPChannel.signalling, L2CAPChannel.security: return true
            default: return false
            }
        }
    }

    /// Decides whether the packets of an encrypted link are readable, which they are on a host.
    private struct Sealed {
        var readable = 0
        var unreadable = 0
        /// Of the link, before the encryption.
        var events = 0
        var remarks = 0

        /// Noise that passes for a packet is rare, and so are damaged packets of a readable link.
        var isUnreadable: Bool { unreadable > 2 && unreadable > readable }
    }

    /// In the order of their beginnings.
    static func links(of packets: [CaptureFile.Packet]) -> [CapturedLink] {
        var finder = LinkFinder()
        for packet in packets { finder.take(packet) }
        for key in finder.open.keys.sorted(by: { ($0.adapter, $0.handle) < ($1.adapter, $1.handle) }
        ) {
            finder.close(key, nil)
        }
        var links = finder.links.sorted { $0.began < $1.began }
        for index in links.indices {
            links[index].number = index + 1
            links[index].captureEnded = packets.last?.time
        }
        return links
    }

    private mutating func take(_ packet: CaptureFile.Packet) {
        let bytes = packet.bytes.span
        guard bytes.count > 0 else { return }
        switch H4PacketType(rawValue: bytes[0]) {
        case .event: take(event: packet)
        case .acl: take(data: packet)
        default: break
        }
    }

    private mutating func take(event packet: CaptureFile.Packet) {
        let bytes = packet.bytes.span
        guard let event = HCIEventCode(packet: bytes) else { return }
        let p = HCIFields(event, bytes.extracting(event.headerLength..<bytes.count))
        guard p.isWhole else { return }
        var key: Key { Key(adapter: packet.adapter, handle: p[.handle] & 0xFFF) }
        switch event {
        case .leConnectionComplete, .leEnhancedConnectionComplete:
            guard p[.status] == 0 else { break }
            begin(
                key, packet.time, p.peer,
                ConnectionTiming(
                    interval: p[.interval], latency: p[.latency], supervisionTimeout: p[.timeout]))
        case .leConnectionUpdateComplete where p[.status] == 0:
            open[key]?.link.timing = ConnectionTiming(
                interval: p[.interval], latency: p[.latency], supervisionTimeout: p[.timeout])
        case .disconnectionComplete where p[.status] == 0:
            close(key, (packet.time, p[.reason]))
        case .encryptionChange where p[.status] == 0 && p[.isOn] != 0:
            encrypt(key, packet.time)
        case .leAdvertisingReport, .leExtendedAdvertisingReport:
            p.forEachEntry(p[.count]) { entry in
                let data = AdvertisingData(parsing: entry.octets(.rest))
                let address = entry.peer
                // A scan response has what the advertisement has not.
                advertised[address, default: AdvertisingData()].elements += data.elements
            }
        default: break
        }
    }

    private mutating func begin(
        _ key: Key, _ time: Int64, _ peer: Address?, _ timing: ConnectionTiming?
    ) {
        close(key, nil)
        var link = CapturedLink()
        link.began = time
        link.peer = peer
        link.timing = timing
        let data = peer.flatMap { advertised[$0] }
        link.name = data?.name
        if let data {
            if data.names(KnownCharacteristic.metaWearService) { link.kind = .metaWear }
            if data.names(KnownCharacteristic.trikiService) { link.kind = .triki }
        }
        // A bootloader's attributes are others.
        let earlier = links.last { $0.peer == peer && peer != nil && !$0.isWithBootloader }
        open[key] = Open(
            link: link,
            attributes: AttributeDialogue(knowing: earlier.flatMap { known[$0.number] }))
    }

    /// The attributes of earlier links, by the links' numbers: bonded hosts use them again.
    private var known: [Int: AttributeMap] = [:]

    private mutating func encrypt(_ key: Key, _ time: Int64) {
        guard let link = open[key]?.link, link.encrypted == nil else { return }
        open[key]?.link.encrypted = time
        open[key]?.sealed.events = link.events.count
        open[key]?.sealed.remarks = link.remarks.count
    }

    private mutating func close(_ key: Key, _ end: (time: Int64, reason: UInt8)?) {
        guard var ended = open.removeValue(forKey: key) else { return }
        // A frame that never ends is noise, too.
        ended.sealed.unreadable += ended.toBoard.lostFrames + ended.toHost.lostFrames
        if ended.link.encrypted != nil, ended.sealed.isUnreadable {
            ended.link.unreadablePackets = ended.sealed.unreadable + ended.sealed.readable
            ended.link.events.removeSubrange(ended.sealed.events...)
            ended.link.remarks.removeSubrange(ended.sealed.remarks...)
            ended.attributes.forget(eventsFrom: ended.sealed.events)
        }
        ended.attributes.finish(into: &ended.link)
        ended.link.ended = end
        ended.link.number = links.count + 1
        known[ended.link.number] = ended.attributes.map
        links.append(ended.link)
    }

    private mutating func take(data packet: CaptureFile.Packet) {
        let bytes = packet.bytes.span
        guard let header = ACLHeader(packet: bytes) else { return }
        let key = Key(adapter: packet.adapter, handle: header.handle)
        // It began before the capture.
        if open[key] == nil { begin(key, packet.time, nil, nil) }
        guard var link = open.removeValue(forKey: key) else { return }
        defer { open[key] = link }
        let isFirst = header.boundary != .continuing
        let data = bytes.extracting(1 + ACLHeader.length..<bytes.count)
        let isFromBoard = packet.direction == .toHost
        var isReadable: Bool?
        do throws(L2CAPError) {
            let isWhole =
                isFromBoard
                ? try link.toHost.append(data, isFirst: isFirst)
                : try link.toBoard.append(data, isFirst: isFirst)
            if isWhole { isReadable = link.takeFrame(isFromBoard: isFromBoard, packet.time) }
        } catch {
            link.link.remarks.append("\(Seconds.text(packet.time)) s: \(error)")
            isReadable = false
        }
        guard link.link.encrypted != nil, let isReadable else { return }
        if isReadable { link.sealed.readable += 1 } else { link.sealed.unreadable += 1 }
    }
}
