import Bluetooth
import CapProtocol
import MetaWearProtocol
import MetaWearTables
import ScenarioFile
import Wire

/// What the captured board streamed, as expectations of a scenario.
struct CapturedStreams {
    /// A title and the judgement, in YAML.
    let expectations: [(title: String, judgement: String)]

    private struct Tally {
        var count = 0
        var first: Int64 = 0
        var last: Int64 = 0

        mutating func add(_ time: Int64) {
            if count == 0 { first = time }
            count += 1
            last = time
        }

        /// Packets a second.
        var rate: Double {
            last > first ? Double(count - 1) / (Double(last - first) / 1e9) : 0
        }
    }

    /// Fewer packets say nothing of a stream.
    private static let fewest = 6

    /// - Parameter losses: how often the radio failed, of which the capture does not say exactly when.
    init(_ replay: CaptureReplay, losses: Int) {
        expectations =
            replay.guess.model == .triki
            ? Self.frames(replay.links) : Self.signals(replay, losses: losses)
    }

    /// A tenth of the packets, what half a second brings, since a script is slower than the captured host, and a second
    /// for each lost link.
    private static func signals(
        _ replay: CaptureReplay, losses: Int
    ) -> [(title: String, judgement: String)] {
        let catalogue = SignalCatalogue(modules: replay.guess.modules)
        return Signal.allCases.compactMap { word in
            guard word.row.measures != nil, !word.row.isRead,
                let key = catalogue.signal(word)?.key
            else { return nil }
            let head = [key.module, key.register]
            let tally = tally(replay.links) { uuid, bytes in
                uuid == KnownCharacteristic.notification && bytes.starts(with: head)
            }
            guard tally.count >= fewest else { return nil }
            let slack =
                ReplayTolerance().rate * Double(tally.count) + tally.rate * (0.5 + Double(losses))
            let (least, most) = (Double(tally.count) - slack, Double(tally.count) + slack)
            return (
                "\(word.rawValue) arrives as in the capture",
                "notification: {bytes: \"\(Hex.text(head)) ..\","
                    + " at-least: \(max(1, Int(least))), at-most: \(Int(most.rounded(.up)))}"
            )
        }
    }

    /// Pieces of a cap's stream that begin with a header: half of them, because firmware cuts it differently.
    private static func frames(_ links: [CapturedLink]) -> [(title: String, judgement: String)] {
        let tally = tally(links) { uuid, bytes in
            uuid == KnownCharacteristic.trikiTransmit && bytes.first == CapFrame.header
        }
        guard tally.count >= fewest else { return [] }
        let head = Hex.text([CapFrame.header])
        return [
            (
                "frames arrive as in the capture",
                "notification: {bytes: \"\(head) ..\", at-least: \(tally.count / 2)}"
            )
        ]
    }

    private static func tally(
        _ links: [CapturedLink], _ isCounted: (BluetoothUUID, [UInt8]) -> Bool
    ) -> Tally {
        var tally = Tally()
        for link in links {
            for item in link.events {
                guard case .value(let uuid, let bytes) = item.event, isCounted(uuid, bytes) else {
                    continue
                }
                tally.add(item.time)
            }
        }
        return tally
    }
}
