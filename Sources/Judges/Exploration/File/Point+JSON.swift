import JSON
import ScenarioFile
import Simulation
import Wire

extension Point: JSONFields {
    package static var blank: Point {
        Point(board: 0, place: .silence(.zero), time: .zero, packet: [])
    }

    package mutating func fields(_ c: inout some JSONCoder) {
        c(&board, "board")
        c.required(
            &time, "time", write: { Int($0.nanoseconds) },
            read: { Instant(nanoseconds: Int64($0)) })
        c.required(&packet, "packet", write: Hex.text) { (text: String) throws(JSONFault) in
            guard let bytes = Hex.bytes(text) else { throw .wrong("has no bytes") }
            return bytes
        }
        var (pattern, number, connection): (PacketPattern?, Int?, Int?) = (nil, nil, nil)
        var state: String?
        var isHeard: Bool?
        switch place {
        case .packet(let packet):
            (pattern, number, connection) = (packet.pattern, packet.number, packet.connection ?? 1)
        case .state(let words, _): state = words
        case .silence: break
        case .advertisement: isHeard = true
        }
        c.optional(&pattern, "pattern", otherwise: nil, write: { $0?.text }) {
            (text: String) throws(JSONFault) in
            guard let pattern = PacketPattern(text) else {
                throw .wrong("is `\(text)`, which is no pattern of packets")
            }
            return pattern
        }
        c(&number, "number")
        c(&connection, "connection")
        c(&state, "state")
        c(&isHeard, "advertisement")
        if let pattern {
            place = .packet(
                PacketOccurrence(pattern, number: number ?? 1, connection: connection))
        } else if isHeard == true {
            place = .advertisement(time)
        } else {
            place = state.map { .state($0, time) } ?? .silence(time)
        }
    }
}
