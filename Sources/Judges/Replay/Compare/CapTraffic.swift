import CapProtocol

/// What a cap sent on a link, by stream: it is counted and not kept.
struct CapTraffic: Sendable {
    /// From a START to the next command that changes something.
    struct Stream: Sendable {
        var from: Int64
        var to = Int64.max
        /// The command; empty if the stream began before the capture.
        var start: [UInt8]
        var frames = CapFrames()
    }

    private(set) var streams: [Stream]
    private(set) var packets = 0
    private(set) var bytes = 0
    /// When the first packet came.
    private(set) var first: Int64?
    /// When the capture ends, if it ends before the link.
    private let end: Int64

    /// Those of the captured link.
    init(capturedOn link: CapturedLink) {
        self.init(playing: link)
        for item in link.events {
            guard case .value(KnownCharacteristic.trikiTransmit, let bytes) = item.event else {
                continue
            }
            take(bytes, at: item.time - link.began)
        }
    }

    /// None yet, of the model that plays the link: the streams that the host started, in their order.
    init(playing link: CapturedLink) {
        var streams = [Stream(from: 0, start: [])]
        for item in link.events {
            guard case .write(KnownCharacteristic.trikiReceive, let bytes, _) = item.event,
                bytes.first == CapCommand.stream, bytes != streams.last?.start
            else { continue }
            let time = item.time - link.began
            streams[streams.count - 1].to = time
            streams.append(Stream(from: time, start: bytes))
        }
        // What still arrives after STOP is neither stream.
        self.streams = streams.filter { $0.start.isEmpty || CapCommand.isStart($0.start) }
        end = link.end
    }

    mutating func take(_ packet: [UInt8], at time: Int64) {
        guard time <= end else { return }
        first = first ?? time
        packets += 1
        bytes += packet.count
        for index in streams.indices
        where (streams[index].from..<streams[index].to).contains(time) {
            streams[index].frames.take(packet, at: time)
        }
    }
}
