/// What a board sent on a link, by kind, as far as a comparison needs it: a stream of days is counted and not kept.
struct HeardPackets: Sendable {
    /// A packet; times count from the beginning of the link.
    struct Heard: Sendable {
        var time: Int64
        var bytes: [UInt8]
        /// When the host asked; nil if it did not.
        var asked: Int64?
    }

    /// Packets of one kind.
    struct Group: Sendable {
        var count = 0
        /// The first of a stream; of answers as many as there are in the capture, and a few more.
        var packets: [Heard] = []
        var lengths: Set<Int> = []
    }

    private(set) var groups: [PacketKind: Group] = [:]
    /// When the host wrote, by module and register; operations of capture and model begin at the same time.
    private let commands: [[UInt8]: [Int64]]
    /// How many answers of each kind the capture has; nil for the capture itself.
    private let captured: [PacketKind: Group]?
    /// When the capture ends, if it ends before the link.
    private let end: Int64
    /// Answers beyond those of the capture that a report may show.
    private static let spare = 20

    /// Those of the captured link.
    init(capturedOn link: CapturedLink) {
        self.init(link, captured: nil)
        for item in link.events {
            guard case .value(KnownCharacteristic.notification, let bytes) = item.event else {
                continue
            }
            take(bytes, at: item.time - link.began)
        }
    }

    /// None yet, of the model that plays the link.
    init(playing link: CapturedLink) {
        self.init(link, captured: HeardPackets(capturedOn: link).groups)
    }

    private init(_ link: CapturedLink, captured: [PacketKind: Group]?) {
        var times: [[UInt8]: [Int64]] = [:]
        for item in link.events {
            guard case .write(_, let bytes, _) = item.event, bytes.count >= 2 else { continue }
            times[Array(bytes.prefix(2)), default: []].append(item.time - link.began)
        }
        commands = times
        self.captured = captured
        end = link.end
    }

    mutating func take(_ bytes: [UInt8], at time: Int64) {
        guard bytes.count >= 2 else { return }
        let kind = PacketKind(bytes)
        // An answer to the last request may come later here than in the capture.
        guard kind.isAnswer || time <= end else { return }
        var group = groups.removeValue(forKey: kind) ?? Group()
        defer { groups[kind] = group }
        group.count += 1
        group.lengths.insert(bytes.count)
        let most =
            kind.isAnswer
            ? captured.map { ($0[kind]?.count ?? 0) + Self.spare } ?? Int.max : 1
        guard group.packets.count < most else { return }
        group.packets.append(
            Heard(
                time: time, bytes: bytes,
                asked: commands[Array(bytes.prefix(2))].flatMap { Self.last(of: $0, at: time) }))
    }

    /// The last of these ascending times that is not after a time.
    private static func last(of times: [Int64], at time: Int64) -> Int64? {
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle] <= time { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? times[low - 1] : nil
    }
}
