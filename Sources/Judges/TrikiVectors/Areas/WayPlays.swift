import TrikiUI
import VeltoKit

extension VectorPlayer {
    /// A packet for each tick of a menu, after a calibration at rest.
    static func playMenu(_ vector: Vector, _ items: Int) throws(Unplayable) -> Outcome {
        let desk = Desk(vector)
        let session = desk.session
        let packets = try vector.packets()
        desk.connect()
        session.handle(.notified(block(0)))
        session.pollInput(deltaTime: sixtieth)
        session.calibrateNeutralPose()
        let navigator = TrikiUINavigator(.menu(vector.version))
        var notes = NavigatorNotes()
        var activated: [Int] = []
        navigator.configure(itemCount: items) { activated.append($0) }
        let listed = vector.outputs["activations"]?.list?.compactMap { $0["tick"]?.integer }.max()
        let ticks = vector.inputs["ticks"]?.integer ?? listed ?? 200
        guard (1...100_000).contains(ticks) else { throw Unplayable("it takes 1 to 100000 ticks") }
        for tick in 0..<ticks {
            desk.clock.advance(sixtieth)
            session.handle(.notified(packets[tick % packets.count]))
            navigator.tick(session, at: desk.clock.seconds)
            notes.take(navigator, &activated)
        }
        return frameFields(session, notes.fields(of: navigator))
    }

    /// One packet a poll, and then polls without one.
    static func playDropOut(_ vector: Vector, _ packets: [[UInt8]]) throws(Unplayable) -> Outcome {
        let desk = Desk(vector, mode: vector.namedMode ?? .gesture)
        desk.connect()
        let polls = vector.inputs["polls"]?.integer ?? vector.outputs.longestList
        guard (1...10_000).contains(polls) else { throw Unplayable("it takes 1 to 10000 polls") }
        return .series(
            (0..<polls).map { poll in
                desk.clock.advance(sixtieth)
                if poll < packets.count { desk.session.handle(.notified(packets[poll])) }
                desk.session.pollInput(deltaTime: sixtieth)
                return frameFields(desk.session, ["poll": .integer(poll)])
            })
    }
}

extension Vector {
    /// `… 4 items …`, or `… 4-slot …`; `reconfigure to 2 items` is a step and not what it begins
    /// with.
    var itemsOfTitle: Int? {
        let words = title.split { !$0.isLetter && !$0.isNumber }
        let at = words.indices.dropFirst().first {
            ["items", "item", "slots", "slot"].contains(words[$0]) && Int(words[$0 - 1]) != nil
                && !($0 > 1 && ["to", "reconfigure", "configure"].contains(words[$0 - 2]))
        }
        return at.flatMap { Int(words[$0 - 1]) }
    }
}
