import Peripheral
import ScriptedClient
import Simulation

/// One stream that a board sends, from the moment at which a host asked for it.
final class SentStream {
    private let tally: SeriesTally
    private let truth: Truth?
    /// Packets for a host, those of them that the board dropped, and those made while there was none.
    private var (wanted, dropped, unheard) = (0, 0, 0)
    private let perPacket: Int

    init(_ tally: SeriesTally, truth: Truth?, perPacket: Int = 1) {
        self.tally = tally
        self.truth = truth
        self.perPacket = perPacket
    }

    /// A packet with its samples, on its way to the link.
    struct Packet {
        let stream: SentStream
        var samples: [Series.Sample]
    }

    /// The board made a packet.
    ///
    /// - Parameter samples: when each of its samples was made, and its values.
    /// - Returns: the packet, if it waits for the link.
    func made(
        _ samples: [(time: Instant, values: [Double])], _ fate: NotificationFate, at now: Instant
    ) -> Packet? {
        if fate == .discarded(.notSubscribed) {
            unheard += 1
            return nil
        }
        wanted += 1
        if fate == .dropped { dropped += 1 }
        guard fate.mayArrive else { return nil }
        var ideal: [Double] = []
        let packet = Packet(
            stream: self,
            samples: samples.map { time, values in
                truth?.read(at: time, beside: values, into: &ideal)
                return Series.Sample(time: time, arrival: now, values: values, truth: ideal)
            })
        guard fate == .sent else { return packet }
        sent(packet, at: now)
        return nil
    }

    /// The link took a packet.
    func sent(_ packet: Packet, at now: Instant) {
        for sample in packet.samples {
            tally.take(time: sample.time, arrival: now, sample.values, sample.truth)
        }
    }

    var series: Series {
        tally.result(
            made: wanted * perPacket, dropped: dropped * perPacket, unheard: unheard * perPacket)
    }
}
